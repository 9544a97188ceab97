import type { Hono } from 'hono'
import { safeJson } from '../../terminal/safe-json.ts'
import { findLog } from '../logs/find-log.ts'
import type { LogOutlines } from '../outline/log-outlines.ts'
import { answerJson, refuse } from './answers.ts'
import { readPosition } from './read-position.ts'

export type OutlineRoutesOptions = { readonly roots: readonly string[]; readonly outlines: LogOutlines }

/** `GET /outline?session&agentId`, an `Outline`; `GET /branch-place?session&leafUuid&before`, a `BranchPlace`. */
export function addOutlineRoutes(api: Hono, { roots, outlines }: OutlineRoutesOptions): void {
  api.get('/outline', async context => {
    const { session = '', agentId } = context.req.query()
    const log = await findLog({ id: session, agentId }, roots)
    if (!log) return refuse(context, 404, NO_SESSION)
    const { scan, end } = await outlines.read(log.path, context.req.raw.signal)
    return answerJson(context, safeJson(scan.outline(end)))
  })

  api.get('/branch-place', async context => {
    const { session = '', leafUuid = '' } = context.req.query()
    const before = readPosition(context.req.query('before'))
    if (before === null) return refuse(context, 400, 'A position is a whole number.')
    const log = await findLog({ id: session }, roots)
    if (!log) return refuse(context, 404, NO_SESSION)
    const { scan, end } = await outlines.read(log.path, context.req.raw.signal)
    return answerJson(context, safeJson(scan.placeOnBranch(leafUuid.slice(0, 200), before ?? end)))
  })
}

const NO_SESSION = 'There is no such session.'
