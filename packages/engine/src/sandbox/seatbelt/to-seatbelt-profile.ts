import { dirname } from 'node:path'
import { isInside } from '../../files/resolve-path.ts'
import { byDepth } from '../by-depth.ts'
import { isFreelyWritable, listCovered, listShown } from '../covered-paths.ts'
import type { SandboxPlan } from '../sandbox-plan.ts'
import { FOLDER_BASE, NO_DISKS, RULES_BASE, type SeatbeltNetwork, toNetworkRules } from './seatbelt-base.ts'

/** A profile of macOS, and the values of its parameters: no name of a file ever becomes text of the profile. */
export type SeatbeltProfile = {
  readonly text: string
  readonly parameters: ReadonlyMap<string, string>
}

/**
 * The plan as the kernel of macOS takes it: of the rules that fit, the last one counts. Paths have to be as the kernel
 * spells them. A rule is either for an operation and all its kinds or comes after those, so that it does not matter
 * whether a narrower operation or a later rule is asked first; and no filter is made of others.
 */
export function toSeatbeltProfile(plan: SandboxPlan, network: SeatbeltNetwork): SeatbeltProfile {
  const parameters = createParameters()
  const isFolder = plan.level === 'folder'
  const { places, closed, itself, missing } = createFilters(parameters.name)
  const lines = [
    ...(isFolder ? [...FOLDER_BASE, ...toNetworkRules(network)] : RULES_BASE),
    ...rule('allow', WRITING, places(isFolder ? plan.writable : [])),
    ...byDepth([...plan.writableInside, ...plan.readOnly]).flatMap(path =>
      plan.readOnly.includes(path)
        ? rule('deny', CHANGING, closed([path]))
        : rule('allow', WRITING, places([path])),
    ),
    ...rule('deny', CHANGING, missing(plan.absent)),
    // What would be empty is closed here.
    ...listCovered(plan).flatMap(({ path, how }) =>
      how === 'shown'
        ? [
            ...rule('allow', isFolder ? READING : ANYTHING, places([path])),
            ...(isFreelyWritable(path, plan)
              ? rule('allow', WRITING, places([path]))
              : rule('deny', CHANGING, closed([path]))),
          ]
        : rule('deny', ANYTHING, closed([path])),
    ),
    NO_DISKS,
    ...rule('allow', ['file-read-metadata'], itself(listWays(plan))),
    ...rule('deny', ['file-write-unlink'], itself(listUnmovable(plan))),
  ]
  return { text: `${lines.join('\n')}\n`, parameters: parameters.values() }
}

/** What `sandbox-exec` takes before the program that it starts. */
export function toSeatbeltArguments({ text, parameters }: SeatbeltProfile): readonly string[] {
  return ['-p', text, ...[...parameters].map(([name, value]) => `-D${name}=${value}`), '--']
}

const READING = ['file-read*', 'process-exec']
const WRITING = ['file-write*']
// A second name is a way to change a file.
const CHANGING = ['file-write*', 'file-link']
const ANYTHING = ['file*', 'file-read*', 'file-write*', 'process-exec']

function rule(effect: 'allow' | 'deny', operations: readonly string[], filters: readonly string[]): string[] {
  return filters.length === 0 ? [] : [`(${effect} ${operations.join(' ')} ${filters.join(' ')})`]
}

/** Equal values have one name. */
function createParameters(): { name(value: string): string; values(): ReadonlyMap<string, string> } {
  const names = new Map<string, string>()
  return {
    name(value) {
      const known = names.get(value) ?? `P${names.size}`
      names.set(value, known)
      return `(param "${known}")`
    },
    values: () => new Map([...names].map(([value, name]) => [name, value])),
  }
}

function createFilters(name: (value: string) => string) {
  // Whether the place of a plain file is a `subpath` of itself is not written down anywhere.
  const places = (paths: readonly string[]): readonly string[] =>
    paths.flatMap(path => [`(literal ${name(path)})`, `(subpath ${name(path)})`])
  return {
    places,
    closed: (paths: readonly string[]) => places(paths.flatMap(toNames)),
    itself: (paths: readonly string[]) => paths.flatMap(toNames).map(path => `(literal ${name(path)})`),
    missing: (paths: readonly string[]) =>
      paths.flatMap(toPatterns).map(pattern => `(regex ${name(pattern)})`),
  }
}

/** What lies on the volume for data can be named by it, too. */
function toNames(path: string): readonly string[] {
  return path === '/' || isInside(path, DATA_VOLUME) ? [path] : [path, `${DATA_VOLUME}${path}`]
}

const DATA_VOLUME = '/System/Volumes/Data'

/** A path that does not exist has no spelling yet, and most volumes take any case for the same: itself, and what is below. */
function toPatterns(path: string): readonly string[] {
  const folded = path
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/[a-z]/gi, letter => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
  return [`^(${DATA_VOLUME})?${folded}$`, `^(${DATA_VOLUME})?${folded}/`]
}

/** Folders on the way to what is shown, down from what is closed: without their places it would not be found. */
function listWays(plan: SandboxPlan): readonly string[] {
  const closed = [...plan.hidden, ...plan.emptied]
  const ways = new Set<string>()
  for (const path of listShown(plan))
    for (let folder = dirname(path); closed.some(cover => isInside(folder, cover)); folder = dirname(folder))
      ways.add(folder)
  return [...ways]
}

/** On Linux these are mounts. Moved, they would take what is below out of the reach of its rules. */
function listUnmovable(plan: SandboxPlan): readonly string[] {
  return [...new Set([...plan.pinned, ...plan.writable, ...plan.writableInside, ...listShown(plan)])]
}
