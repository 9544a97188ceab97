import type { Entry } from '@antiphon/core'
import { isVoice, listNames, readLinks } from '@antiphon/core/log'
import type { BranchPlace } from '../protocol/outline.ts'
import { createBondWatch } from './bond-watch.ts'
import { isBoundary, type Skeleton } from './skeleton.ts'
import { createSpine, fitsSpine } from './spine.ts'

/** How the messages of a log hang together: all of them while they are new, in a few bytes once they are old. */
export interface OutlineChain {
  add(skeleton: Skeleton): void
  /** As many skeletons as the tree of the log needs. */
  skeletons(): readonly Skeleton[]
  /** The last message before a position on the way to a leaf. */
  placeOnBranch(leafUuid: string, before: number): BranchPlace
}

/** `recent` are kept whole: what belongs to them beside the chain, such as the results of parallel calls, comes soon. */
export function createOutlineChain(recent: number = RECENT): OutlineChain {
  const spine = createSpine()
  const parts: (Skeleton | Run)[] = []
  const young: Skeleton[] = []
  const links = new Map<string, { readonly parent: string | undefined; readonly seq: number }>()
  /** Messages off which something hangs that is not the next one. */
  const forks = new Set<string>()
  const bonds = createBondWatch()
  let before: string | undefined

  function settle(): void {
    const oldest = young.shift()
    if (!oldest) return
    const { type, uuid, parentUuid } = oldest.entry as Links // any object may stand in a log
    const isTied = bonds.leave(oldest.entry)
    // Where a conversation stands is said behind its end: what was said before is over.
    if (RECORDS.has(type)) return
    const last = parts.at(-1)
    const lastUuid = last && (isRun(last) ? spine.at(last.end - 1).uuid : (last.entry as Links).uuid)
    const following = young.find(({ entry }) => !RECORDS.has((entry as Links).type)) // see above
    const next = (following?.entry as Links | undefined)?.parentUuid // see above
    const isPlain =
      typeof uuid === 'string' &&
      fitsSpine(uuid) &&
      typeof parentUuid === 'string' &&
      parentUuid === lastUuid &&
      next === uuid &&
      !forks.has(uuid) &&
      !isTied &&
      !standsAlone(oldest.entry)
    if (!isPlain) {
      parts.push(oldest)
      bonds.loosen(oldest.entry)
      return
    }
    spine.add({ uuid, seq: oldest.seq, isVoice: isVoice(oldest.entry) })
    links.delete(uuid)
    if (last && isRun(last)) last.end += 1
    else parts.push({ start: spine.length() - 1, end: spine.length(), parentUuid })
  }

  return {
    add(skeleton) {
      const { type, uuid, parentUuid } = skeleton.entry as Links // see above
      const parent = typeof parentUuid === 'string' ? parentUuid : undefined
      if (!RECORDS.has(type)) for (const name of listNames(readLinks(skeleton.entry))) forks.add(name)
      const goesOn = parent !== undefined && parent === before
      if (parent !== undefined && !goesOn) {
        forks.add(parent)
        bonds.split(parent)
      }
      if (!RECORDS.has(type)) bonds.add({ entry: skeleton.entry, uuid, goesOn })
      if (typeof uuid === 'string') {
        links.set(uuid, { parent, seq: skeleton.seq })
        before = uuid
      }
      young.push(skeleton)
      if (young.length > recent) settle()
    },
    skeletons() {
      // What is held whole is not in the spine, and a spine is long to look through.
      const cuts = [...forks].flatMap(uuid => (links.has(uuid) ? [] : spine.find(uuid)))
      const inside = cuts.filter(index => index !== -1).sort((one, other) => one - other)
      return [...parts.flatMap(part => (isRun(part) ? unfold(part, inside) : [part])), ...young]
    },
    placeOnBranch(leafUuid, position) {
      const seen = new Set<string>()
      for (let uuid: string | undefined = leafUuid; uuid !== undefined && !seen.has(uuid); ) {
        seen.add(uuid)
        const link = links.get(uuid)
        if (link && link.seq < position) return { uuid, seq: link.seq }
        if (link) {
          uuid = link.parent
          continue
        }
        const run = findRun(spine.find(uuid))
        if (!run) break
        for (let index = spine.find(uuid); index >= run.start; index -= 1) {
          const message = spine.at(index)
          if (message.seq < position) return { uuid: message.uuid, seq: message.seq }
        }
        uuid = run.parentUuid
      }
      return { uuid: null, seq: null }
    },
  }

  function findRun(index: number): Run | undefined {
    if (index === -1) return undefined
    return parts.find((part): part is Run => isRun(part) && index >= part.start && index < part.end)
  }

  /** The ends of a run and where something leaves it; each stands for the words before it. */
  function unfold({ start, end, parentUuid }: Run, cuts: readonly number[]): Skeleton[] {
    const inside = cuts.filter(index => index >= start && index < end)
    const wanted = new Set([start, end - 1, ...inside, ...inside.map(index => Math.min(end - 1, index + 1))])
    const unfolded: Skeleton[] = []
    let parent = parentUuid
    let weight = 0
    let voice: number | undefined
    const keep = (index: number): void => {
      const { uuid, seq, isVoice: speaks } = spine.at(index)
      const entry = toEntry({ uuid, parentUuid: parent }, speaks)
      unfolded.push({ seq, entry, weight })
      parent = uuid
      weight = 0
      voice = undefined
    }
    for (let index = start; index < end; index += 1) {
      const { isVoice: speaks } = spine.at(index)
      if (wanted.has(index) && !speaks && voice !== undefined) keep(voice)
      weight += Number(speaks)
      if (speaks) voice = index
      if (wanted.has(index)) keep(index)
    }
    return unfolded
  }
}

const RECENT = 200
const RECORDS: ReadonlySet<unknown> = new Set(['summary', 'last-prompt'])

/** True for what must be told apart wherever it stands. */
function standsAlone(entry: Entry): boolean {
  const { isSidechain } = entry as Links // any object may stand in a log
  return isSidechain === true || isBoundary(entry) || listNames(readLinks(entry)).length > 0
}

/** What is left of a message: its links, and whether somebody spoke. */
function toEntry(links: Links, isVoice: boolean): Entry {
  const message = { id: links.uuid, role: 'assistant', content: [] }
  const kind = isVoice ? { type: 'assistant', message } : { type: 'system', subtype: 'note', content: '' }
  // A stored entry is any object with a type.
  return { ...kind, ...links } as Entry
}

type Links = Readonly<Record<string, unknown>>

/** A stretch of the spine. */
type Run = { readonly start: number; end: number; readonly parentUuid: string }

function isRun(part: Skeleton | Run): part is Run {
  return 'start' in part
}
