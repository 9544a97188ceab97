import type { CommandFacts } from './read-command-tree.ts'

/** A manual page of all commands, in the language of man. */
export function formatManual(program: CommandFacts, version: string): readonly string[] {
  return [
    `.TH ANTIPHON 1 "" "antiphon ${escapeRoff(version)}" "User Commands"`,
    '.SH NAME',
    `antiphon \\- ${escapeRoff(firstLine(program.description))}`,
    '.SH SYNOPSIS',
    '.B antiphon',
    '[command] [flags]',
    '.br',
    '.B antiphon \\-p',
    '[prompt]',
    '.SH DESCRIPTION',
    ...program.description
      .split('\n')
      .filter(Boolean)
      .flatMap(line => [escapeRoff(line), '.PP']),
    '.SH COMMANDS',
    ...program.commands.flatMap(command => formatCommand(command, 'antiphon')),
    '.SH ENVIRONMENT',
    '.TP',
    '.B CLAUDE_CONFIG_DIR',
    'Where sessions are looked for; ~/.claude unless told.',
    '.TP',
    '.B ANTIPHON_PAGER, PAGER',
    'In which program long results are read on a terminal; less unless told.',
    '.TP',
    '.B COLUMNS, NO_COLOR',
    'How wide lines are where the output is no terminal, and that no colours are wanted.',
    '.SH EXIT STATUS',
    '0 all went well, 1 a check found a problem or a search nothing, 2 wrong use or an input that cannot be read, 130 interrupted.',
  ]
}

function formatCommand(command: CommandFacts, before: string): readonly string[] {
  const name = `${before} ${command.name}`
  return [
    `.SS ${escapeRoff(`${name} ${command.usage}`)}`,
    escapeRoff(command.description.replaceAll('\n', ' ')),
    ...command.flags.flatMap(({ term, description, choices }) => [
      '.TP',
      `.B ${escapeRoff(term)}`,
      escapeRoff(choices.length === 0 ? description : `${description} (${choices.join(', ')})`),
    ]),
    ...command.commands.flatMap(below => formatCommand(below, name)),
  ]
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}

/** Signs that man would read as its own. */
function escapeRoff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1')
}
