# Completion of runner's command line for bash. It asks the program itself, so
# it knows the options of the version that is installed.
_runner()
{
	local current=${COMP_WORDS[COMP_CWORD]}

	if [[ $current == -* && ${COMP_WORDS[1]} =~ ^(ping|quick|table)$ ]]; then
		mapfile -t COMPREPLY < <(compgen -W \
			"$("${COMP_WORDS[0]}" "${COMP_WORDS[1]}" --help |
				sed -n 's/^ \{2,6\}\(\(-[A-Za-z]\), \)\{0,1\}\(--[a-z-]*\).*/\2 \3/p')" \
			-- "$current")
		return
	fi
	case $current in
	--output-format=* | --eta=*)
		;;
	-*)
		mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" --help |
			sed -n 's/^  \(--\)\{0,1\}\([a-z][a-z_-]*\).*/--\2/p')" \
			-- "$current")
		;;
	*)
		mapfile -t COMPREPLY < <(compgen -f -- "$current")
		if [[ $COMP_CWORD == 1 ]]; then
			mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen \
				-W "engine-bench ping quick table" -- "$current")
		fi
		;;
	esac
}
complete -o default -F _runner runner
