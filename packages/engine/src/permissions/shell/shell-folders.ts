import { resolve } from 'node:path'
import type { CommandPart } from './command-part.ts'
import { leavesNamesAlone } from './leaves-names-alone.ts'
import { CERTAIN_LINE, type LineCertainty } from './line-certainty.ts'
import { getCommandName } from './unwrap-command.ts'

/** The folders in which the rest of a command line may run. */
export interface ShellFolders {
  /** Every folder that is possible: a `cd` may fail, or happen in a subshell only. */
  readonly places: readonly string[]
  /** Somewhere that nobody can tell. */
  readonly isLost: boolean
  readonly hasMoved: boolean
  /** Paths lead where they led before the line began: no command before has made or moved a link or a folder. */
  readonly areNamesCertain: boolean
  /** Patterns mean what they mean in a shell that nobody has set otherwise. */
  readonly arePatternsCertain: boolean
  /** The line as a whole. */
  readonly line: LineCertainty
  /** Where `cd` goes; null when that is not written there. */
  readTarget(part: CommandPart): string | null
  /** Takes into account what a command does to the folder. */
  follow(part: CommandPart): void
}

export function createShellFolders(
  cwd: string,
  home: string | null,
  line: LineCertainty = CERTAIN_LINE,
): ShellFolders {
  const places = [cwd]
  let isLost = false
  let hasMoved = false
  let areNamesCertain = line.isSequential || !line.changesNames
  return {
    line,
    places,
    get isLost() {
      return isLost
    },
    get hasMoved() {
      return hasMoved
    },
    get areNamesCertain() {
      return areNamesCertain
    },
    arePatternsCertain: !line.steersPatterns,
    readTarget: part => readTarget(part, home),
    follow(part) {
      if (!leavesNamesAlone(part)) areNamesCertain = false
      const name = getCommandName(part.words)
      if (!MOVING.has(name) && !part.forms.some(form => MOVING.has(getCommandName(form)))) return
      hasMoved = true
      // Without a certain home, a variable of the line may decide where `cd` goes.
      const target = name === 'cd' && home !== null ? readTarget(part, home) : null
      if (target === null || places.length > MOST_PLACES) isLost = true
      else for (const place of [...places]) places.push(resolve(place, target))
    },
  }
}

function readTarget({ words }: CommandPart, home: string | null): string | null {
  const operands = words.slice(1).filter(word => !/^-[LPe@]*$|^--$/.test(word.text) || word.text === '-')
  const [target] = operands
  if (target === undefined) return home
  const isCertain =
    operands.length === 1 && !target.isDynamic && target.glob === null && !/^[-+]/.test(target.text)
  return isCertain && target.text !== '' ? target.text : null
}

const MOVING: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd', 'chdir'])
const MOST_PLACES = 4
