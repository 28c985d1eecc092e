# everything_of FILE: the options that bring all of a file into the scene. Each format has its own; others are refused.
everything_of() {
  case "${1,,}" in
    *.mdl) echo --hidden --collision --lights ;;
    *.bwm) echo --lod all ;;
    *.geometry) echo --lod all --armor --collision ;;
  esac
}
