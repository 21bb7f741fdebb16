# Writes a C file with an array of the bytes of each job file, and a list of
# them: cmake -DOUT=FILE -DFILES=A.fio,B.fio -P Embed.cmake
string(REPLACE "," ";" FILES "${FILES}")
set(arrays "")
set(list "")
foreach(file IN LISTS FILES)
	cmake_path(GET file STEM name)
	file(READ "${file}" bytes HEX)
	string(REGEX REPLACE "(..)" "0x\\1,\n" bytes "${bytes}")
	string(APPEND arrays "static const char text_${name}[] = { ${bytes} };\n")
	string(APPEND list "\t{ \"${name}\", text_${name}, sizeof(text_${name}) },\n")
endforeach()
file(WRITE "${OUT}" "#include \"quick/profile.h\"\n\n${arrays}\n"
	"const struct quick_profile quick_profiles[] = {\n${list}};\n"
	"const size_t quick_profile_count =\n"
	"\tsizeof(quick_profiles) / sizeof(quick_profiles[0]);\n")
