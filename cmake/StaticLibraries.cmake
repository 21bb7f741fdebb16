# The program linked statically: nothing is to be looked up and mapped when it
# starts, and a worker begins with half the memory areas. See
# docs/decisions/0008-static-program.md.
include(CheckCSourceCompiles)

# static_library(TARGET NAME SYMBOL): the archive of TARGET, which has been
# found as a shared library, is libNAME.a, and SYMBOL is a function in it.
macro(static_library target name symbol)
	find_library(RUNNER_ARCHIVE_${name} "lib${name}.a")
	list(APPEND static_targets ${target})
	list(APPEND static_archives "${RUNNER_ARCHIVE_${name}}")
	list(APPEND static_symbols ${symbol})
endmacro()

# use_static_libraries(OUT): where a program links with all those archives,
# they take the place of the shared libraries, and OUT is true.
function(use_static_libraries out)
	set(source "")
	set(calls 0)
	foreach(symbol IN LISTS static_symbols)
		string(APPEND source "int ${symbol}(void);\n")
		string(APPEND calls " + ${symbol}()")
	endforeach()
	string(APPEND source "int main(void) { return ${calls}; }\n")

	set(CMAKE_REQUIRED_FLAGS -fPIE)
	set(CMAKE_REQUIRED_LINK_OPTIONS -static-pie)
	set(CMAKE_REQUIRED_LIBRARIES ${static_archives})
	check_c_source_compiles("${source}" RUNNER_LINKS_STATICALLY)

	if(RUNNER_LINKS_STATICALLY)
		foreach(target archive IN ZIP_LISTS static_targets static_archives)
			set_target_properties(${target} PROPERTIES
				INTERFACE_LINK_LIBRARIES "${archive}")
		endforeach()
	endif()
	set(${out} ${RUNNER_LINKS_STATICALLY} PARENT_SCOPE)
endfunction()
