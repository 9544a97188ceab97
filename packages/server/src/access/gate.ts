import { stripControl } from '@antiphon/core/ui'
import type { AuditRecord } from '@antiphon/host'
import { formatSessionKey } from '@antiphon/transcript'
import { type Refusal, refuse } from '../guard/refusal.ts'
import { decodeLogId } from '../logs/log-id.ts'
import { toLogName } from '../logs/to-log-name.ts'
import { mayAsk, ROUTE_ACCESS } from '../protocol/route-access.ts'
import type { RoutePath } from '../protocol/routes.ts'
import type { Caller } from './caller.ts'
import { describeAction } from './describe-action.ts'

/** The one place where it is decided whether somebody may ask something, and where it is written down that they did. */
export interface Gate {
  /** By their role, before the question is read. */
  refuseRole(path: RoutePath, caller: Caller): Refusal | null
  /** By what the question reaches. What is to be written down is durable when this resolves. */
  pass(path: RoutePath, question: object, caller: Caller): Promise<Pass | Refusal>
  isStillIn(caller: Caller): Promise<boolean>
}

/** Lets one question be answered. */
export type Pass = {
  /** Writes down that it was not done after all. */
  readonly noteRefusal: (refusal: Refusal) => Promise<void>
}

export type GateOptions = {
  readonly roots: readonly string[]
  /** Where new sessions work unless told. */
  readonly cwd: string
  /** The log of a chat; undefined where there is none. */
  readonly findChatPath: (chat: string) => string | undefined
  /** What an agent asked: the call that an answer is about. */
  readonly findAsked: (chat: string, requestId: string) => string | null
  readonly isStillIn: (caller: Caller) => Promise<boolean>
  /** Writes a record down; null where nothing is kept. */
  readonly writeRecord: ((record: AuditRecord) => Promise<void>) | null
}

export function createGate(options: GateOptions): Gate {
  const { roots, cwd, findChatPath, findAsked, isStillIn, writeRecord } = options

  /** Nothing tells whether it is not there or not for them. */
  function refuseReach(path: RoutePath, asked: Asked, { reach }: Caller): Refusal | null {
    if (reach.projects === null) return null
    const outside = refuse(404, 'There is no such session.')
    const ids = ['session', 'one', 'other'].flatMap(name => toTexts(asked[name]))
    if (ids.some(id => id !== '' && !reach.hasId(id))) return outside
    switch (ROUTE_ACCESS[path].reach) {
      case 'log':
      case 'logs':
        return ids.length > 0 ? null : outside
      case 'chat': {
        const log = findChatPath(String(asked.chat))
        // One that is not there is told of by whoever looks for it.
        return log === undefined || reach.hasPath(log) ? null : refuse(404, NO_CHAT)
      }
      case 'place': {
        const folder = typeof asked.cwd === 'string' ? asked.cwd : ids.length > 0 ? null : cwd
        return folder === null || reach.hasFolder(folder) ? null : refuse(403, OTHER_FOLDER)
      }
      case 'list':
      case 'nothing':
        return null
    }
  }

  return {
    refuseRole(path, caller) {
      if (mayAsk(path, caller.role)) return null
      return refuse(403, caller.role === 'reader' ? ONLY_READS : ONLY_OWNER)
    },
    async pass(path, question, caller) {
      const asked: Asked = { ...question }
      const refusal = refuseReach(path, asked, caller)
      const action = describeAction(path, question, id => findAsked(String(asked.chat), id))
      if (action === null || writeRecord === null) return refusal ?? { noteRefusal: async () => {} }
      const { name, by, role, address } = caller
      const write = (outcome: AuditRecord['outcome'], detail: string | null): Promise<void> =>
        writeRecord({
          at: new Date().toISOString(),
          ...{ who: name, by, role, address, what: action.what, outcome },
          session: readSession(asked),
          detail,
        })
      const noteRefusal = ({ words }: Refusal): Promise<void> => write('refused', stripControl(words))
      try {
        if (refusal) await noteRefusal(refusal)
        else await write('begun', action.detail)
      } catch (error) {
        return refuse(
          503,
          `${NOT_WRITTEN} ${error instanceof Error ? stripControl(error.message) : ''}`.trim(),
        )
      }
      return refusal ?? { noteRefusal }
    },
    isStillIn,
  }

  /** The session that a question is about, by its own id. */
  function readSession({ session, chat }: Asked): string | null {
    const path = typeof chat === 'string' ? findChatPath(chat) : undefined
    const name =
      path === undefined
        ? typeof session === 'string'
          ? decodeLogId(session, roots)
          : null
        : toLogName(path, roots)
    return name && formatSessionKey(name.key)
  }
}

type Asked = Readonly<Record<string, unknown>>

function toTexts(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : []
}

const ONLY_READS = 'You may read here, and not run, change or export anything: your role is that of a reader.'
const ONLY_OWNER = 'Only whoever started this window may change that.'
export const OTHER_FOLDER: string =
  'Your access is limited to other folders. Choose one of those that are offered.'
/** The same whether it is over, never was, or is not for them. */
export const NO_CHAT: string = 'That chat is over. Open it again; the session is still there.'
const NOT_WRITTEN = 'The audit log could not be written, so nothing was done.'
