import type { LocalCommand } from '../../session/command.ts'

/** Says what the agent may do. */
export const permissionsCommand: LocalCommand = {
  kind: 'local',
  name: 'permissions',
  aliases: ['allowed-tools'],
  description: 'Show the permission mode and the rules in force',
  argumentHint: '',
  run({ session }) {
    const { mode, rules, cwd, additionalDirectories } = session.permissions()
    return [
      `Mode: ${mode}`,
      ...list('Allowed', rules.allow),
      ...list('Asked about', rules.ask),
      ...list('Denied', rules.deny),
      ...list('Folders', [cwd, ...additionalDirectories]),
    ].join('\n')
  },
}

function list(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [`${title}: nothing`] : [`${title}:`, ...items.map(item => `  ${item}`)]
}
