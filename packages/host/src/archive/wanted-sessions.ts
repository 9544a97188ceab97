import { resolve, sep } from 'node:path'
import type { PersonSettings } from '../person/default-settings.ts'

/** Which sessions a person wants in the archive. */
export type Wanted = {
  readonly wants: {
    readonly agent: (name: string) => boolean
    /** A session whose directory nobody knows is wanted where no directory is asked for. */
    readonly directory: (path: string) => boolean
  }
}

/** What the settings say of agents and directories. */
export function toWanted({
  archiveAgents,
  archiveProjects,
  archiveSkip,
}: Pick<PersonSettings, 'archiveAgents' | 'archiveProjects' | 'archiveSkip'>): Wanted {
  return {
    wants: {
      agent: name => archiveAgents.length === 0 || archiveAgents.includes(name),
      directory: path =>
        (archiveProjects.length === 0 || archiveProjects.some(one => isBelow(path, one))) &&
        !archiveSkip.some(one => isBelow(path, one)),
    },
  }
}

/** Whatever a person names. */
export function toNamed(): Wanted {
  return { wants: { agent: () => true, directory: () => true } }
}

function isBelow(path: string, folder: string): boolean {
  const above = resolve(folder)
  return path !== '' && (resolve(path) === above || resolve(path).startsWith(`${above}${sep}`))
}
