import type { LocalCommand } from '@antiphon/engine'

/** Says what the session cost; the host knows, since it has the clocks. */
export function createCostCommand(format: () => string): LocalCommand {
  return {
    kind: 'local',
    name: 'cost',
    aliases: ['usage'],
    description: 'Show what the session has cost until now',
    argumentHint: '',
    run: format,
  }
}
