import type { CommandFacts, FlagFacts } from './read-command-tree.ts'

/** A script for bash; it needs no helper of others. */
export function formatBash(program: CommandFacts): readonly string[] {
  return [
    '_antiphon() {',
    '  local word=$' +
      '{COMP_WORDS[COMP_CWORD]} before=$' +
      '{COMP_WORDS[COMP_CWORD-1]} command=$' +
      '{COMP_WORDS[1]}',
    '  COMPREPLY=()',
    `  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W '${namesOf(program)}' -- "$word")); return; fi`,
    '  case "$command $before" in',
    ...program.commands.flatMap(command =>
      command.flags
        .filter(({ choices }) => choices.length > 0)
        .flatMap(({ names, choices }) =>
          names.map(
            name =>
              `    '${command.name} ${name}') COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$word")); return ;;`,
          ),
        ),
    ),
    '  esac',
    '  case "$command" in',
    ...program.commands.map(
      command =>
        `    ${command.name}) COMPREPLY=($(compgen -W '${[...listFlags(command), ...command.commands.map(({ name }) => name)].join(' ')}' -- "$word"))${command.takesSession ? '; _antiphon_sessions' : ''} ;;`,
    ),
    '  esac',
    '}',
    '_antiphon_sessions() {',
    '  case "$word" in -*) return ;; esac',
    '  COMPREPLY+=($(compgen -W "$(antiphon completion sessions 2>/dev/null | cut -f1)" -- "$word") $(compgen -f -X "!*.jsonl*" -- "$word"))',
    '}',
    'complete -o default -F _antiphon antiphon',
  ]
}

/** A script for zsh, which shows what commands and flags are for. */
export function formatZsh(program: CommandFacts): readonly string[] {
  return [
    '#compdef antiphon',
    '_antiphon_sessions() {',
    '  local -a sessions',
    '  sessions=($' +
      "{(f)\"$(antiphon completion sessions 2>/dev/null | sed -e 's/:/\\\\:/g' -e 's/\\t/:/')\"})",
    "  _describe 'session' sessions",
    "  _files -g '*.jsonl*'",
    '}',
    '_antiphon() {',
    '  local -a commands',
    '  commands=(',
    ...program.commands.map(({ name, summary }) => `    '${name}:${quoteZsh(summary)}'`),
    '  )',
    "  if (( CURRENT == 2 )); then _describe 'command' commands; return; fi",
    '  case $words[2] in',
    ...program.commands.map(command => {
      const flags = command.flags.flatMap(flag =>
        flag.names.map(name => `'${name}[${quoteZsh(flag.description)}]${zshValue(flag)}'`),
      )
      const argument = command.takesSession ? " '*:session:_antiphon_sessions'" : " '*:file:_files'"
      return `    ${command.name}) _arguments ${flags.join(' ')}${argument} ;;`
    }),
    '  esac',
    '}',
    'if [ "$funcstack[1]" = "_antiphon" ]; then _antiphon "$@"; else compdef _antiphon antiphon; fi',
  ]
}

function zshValue({ choices, takesValue }: FlagFacts): string {
  if (choices.length > 0) return `:value:(${choices.join(' ')})`
  return takesValue ? ':value: ' : ''
}

function quoteZsh(text: string): string {
  return text.replace(/[[\]:]/g, '\\$&').replaceAll("'", "'\\''")
}

/** A script for fish. */
export function formatFish(program: CommandFacts): readonly string[] {
  return [
    'complete -c antiphon -f',
    ...program.commands.flatMap(command => {
      const within = `-n '__fish_seen_subcommand_from ${command.name}'`
      return [
        `complete -c antiphon -n __fish_use_subcommand -a ${command.name} -d '${quoteFish(command.summary)}'`,
        ...command.flags.map(
          flag =>
            `complete -c antiphon ${within} ${fishNames(flag)}${fishValue(flag)} -d '${quoteFish(flag.description)}'`,
        ),
        ...(command.takesSession
          ? [`complete -c antiphon ${within} -F -a '(antiphon completion sessions 2>/dev/null)'`]
          : []),
      ]
    }),
  ]
}

function fishNames({ names }: FlagFacts): string {
  return names.map(name => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ')
}

function fishValue({ choices, takesValue }: FlagFacts): string {
  if (choices.length > 0) return ` -x -a '${choices.join(' ')}'`
  return takesValue ? ' -r' : ''
}

function quoteFish(text: string): string {
  return text.replace(/['\\]/g, '\\$&')
}

function namesOf({ commands }: CommandFacts): string {
  return [...commands.map(({ name }) => name), 'help', '-p', '--help', '--version'].join(' ')
}

function listFlags({ flags }: CommandFacts): readonly string[] {
  return [...flags.flatMap(({ names }) => names.filter(name => name.startsWith('--'))), '--help']
}
