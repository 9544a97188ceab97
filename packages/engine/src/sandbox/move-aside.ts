import { existsSync, lstatSync, realpathSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

/** Moves away what came to be where nothing may be, and says so; what it held is not lost. */
export function moveAside(paths: readonly string[]): readonly string[] {
  return paths.flatMap(path => {
    if (!isThere(path)) return []
    const place = findFree(`${path}.not-allowed`)
    try {
      renameSync(path, place)
      return [
        `${path} may not be made by a command: it can change what runs later, or a rule forbids it. It is ${place} now.`,
      ]
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return [`${path} may not be made by a command, and could not be moved away: ${reason}.`]
    }
  })
}

/** Behind a folder that has become a link is something else. */
function isThere(path: string): boolean {
  try {
    lstatSync(path)
    return realpathSync(dirname(path)) === dirname(path)
  } catch {
    return false
  }
}

function findFree(path: string): string {
  for (let number = 1; ; number++) {
    const place = number === 1 ? path : `${path}-${number}`
    if (!existsSync(place)) return place
  }
}
