import type { Page } from '@antiphon/server/protocol'
import type { Client } from '../client/client.ts'
import type { Target } from '../story/target.ts'

export type FindPageOptions = {
  readonly client: Client
  readonly session: string
  readonly target: Target
  readonly signal: AbortSignal
}

export type PageOfTarget = {
  readonly page: Page
  /** The message that was asked for is not there. */
  readonly isAstray: boolean
}

/** The stretch of a log in which its target stands; its end where the target is not found within a bound. */
export async function findPage({ client, session, target, signal }: FindPageOptions): Promise<PageOfTarget> {
  const { uuid, seq } = target
  if (seq !== undefined) {
    const page = await readAround({ client, session, seq, signal })
    return { page, isAstray: isNamed(uuid) ? !holds(page, uuid) : seq > page.end }
  }
  const last = await client.get('page', { session }, signal)
  if (!isNamed(uuid)) return { page: last, isAstray: false }
  let page = last
  for (let tries = 0; tries < MOST_PAGES && page.from > 0 && !holds(page, uuid); tries += 1)
    page = await client.get('page', { session, before: page.from }, signal)
  return holds(page, uuid) ? { page, isAstray: false } : { page: last, isAstray: true }
}

/** A link to an entry without a uuid has a dash for it. */
function isNamed(uuid: string | undefined): uuid is string {
  return uuid !== undefined && uuid !== '-'
}

type Around = Omit<FindPageOptions, 'target'> & { readonly seq: number }

/** What stands before a place is read with it: a result says nothing without its call. */
async function readAround({ client, session, seq, signal }: Around): Promise<Page> {
  const after = client.get('page', { session, after: seq }, signal)
  if (seq <= 0) return await after
  const [before, behind] = await Promise.all([client.get('page', { session, before: seq }, signal), after])
  const older = before.entries.filter(placed => placed.seq < seq)
  return { ...behind, entries: [...older, ...behind.entries], from: Math.min(before.from, behind.from) }
}

// A link without a position makes the page look for it; this many pages are tens of thousands of entries.
const MOST_PAGES = 200

function holds({ entries }: Page, uuid: string): boolean {
  return entries.some(({ entry }) => 'uuid' in entry && entry.uuid === uuid)
}
