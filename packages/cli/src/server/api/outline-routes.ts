import type { Hono } from 'hono'
import { safeJson } from '../../terminal/safe-json.ts'
import type { LogOutlines } from '../outline/log-outlines.ts'
import { answerJson, refuse } from './answers.ts'
import { NO_POSITION, readPosition } from './read-position.ts'
import { withLog } from './with-log.ts'

export type OutlineRoutesOptions = { readonly roots: readonly string[]; readonly outlines: LogOutlines }

/** `GET /outline?session&agentId`, an `Outline`; `GET /branch-place?session&leafUuid&before`, a `BranchPlace`. */
export function addOutlineRoutes(api: Hono, { roots, outlines }: OutlineRoutesOptions): void {
  api.get('/outline', context =>
    withLog(context, { roots }, async ({ path }) => {
      const { scan, end } = await outlines.read(path, context.req.raw.signal)
      return answerJson(context, safeJson(scan.outline(end)))
    }),
  )

  api.get('/branch-place', context => {
    const { session = '', leafUuid = '' } = context.req.query()
    const before = readPosition(context.req.query('before'))
    if (before === null) return refuse(context, 400, NO_POSITION)
    return withLog(context, { roots, question: { id: session } }, async ({ path }) => {
      const { scan, end } = await outlines.read(path, context.req.raw.signal)
      return answerJson(context, safeJson(scan.placeOnBranch(leafUuid.slice(0, 200), before ?? end)))
    })
  })
}
