import type { ChatCommand } from '@antiphon/server/protocol'

/** The commands that fit to what was typed: those that begin so, then those that contain it, in name or description. */
export function matchCommands(query: string, commands: readonly ChatCommand[]): readonly ChatCommand[] {
  const wanted = query.toLowerCase()
  const rank = ({ name, description }: ChatCommand): number => {
    const own = name.toLowerCase()
    if (own.startsWith(wanted)) return 0
    if (own.includes(wanted)) return 1
    return wanted.length > 2 && description.toLowerCase().includes(wanted) ? 2 : 3
  }
  return commands
    .map(command => ({ command, rank: rank(command) }))
    .filter(found => found.rank < 3)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MOST_SHOWN)
    .map(({ command }) => command)
}

const MOST_SHOWN = 50
