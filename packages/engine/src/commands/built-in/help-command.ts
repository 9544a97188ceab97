import type { Command, LocalCommand } from '../../session/command.ts'

/** Lists what can be called. */
export const helpCommand: LocalCommand = {
  kind: 'local',
  name: 'help',
  description: 'List the commands that there are',
  argumentHint: '',
  run: ({ commands }) =>
    ['Commands:', ...commands.map(toLine), '', '!command runs a command of the shell.'].join('\n'),
}

function toLine({ name, argumentHint, description }: Command): string {
  const call = [`/${name}`, argumentHint].filter(Boolean).join(' ')
  return `  ${call}${description === '' ? '' : ` - ${description}`}`
}
