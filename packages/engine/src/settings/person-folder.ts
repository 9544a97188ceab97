import { join } from 'node:path'

/** Where a person keeps settings, agents, skills and memory: `CLAUDE_CONFIG_DIR`, else `.claude` at home. */
export function personFolder(place: {
  readonly home: string
  readonly env?: Readonly<Record<string, string | undefined>>
}): string {
  return place.env?.CLAUDE_CONFIG_DIR || join(place.home, '.claude')
}
