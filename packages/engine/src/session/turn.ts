import { attributeChanges } from '../checkpoints/checkpoints.ts'
import { type Compactor, createCompactor } from '../compaction/create-compactor.ts'
import { microcompact } from '../compaction/microcompact.ts'
import { createReadFilter } from '../permissions/create-read-filter.ts'
import { createTurnModels } from '../query/fall-back.ts'
import type { QueryContext } from '../query/query-context.ts'
import { toDeferredTools } from '../tool/deferred-tools.ts'
import type { AgentRunner } from '../tool/session-services.ts'
import { createSessionPermit, listAfterCall } from './call-policies.ts'
import { collectEditNews, collectSessionNews } from './collect-session-news.ts'
import { emptyInbox } from './inbox.ts'
import type { Session } from './session.ts'

/** A session while one of its turns runs, or a subagent's: model, tools and thinking are as they were at its start. */
export type Turn = Session & QueryContext & { readonly compactor: Compactor }

type TurnOptions = {
  readonly signal: AbortSignal
  /** Runs subagents; nobody does for a subagent. */
  readonly agents?: AgentRunner
  /** Whose turn it is, where it is a subagent's. */
  readonly agentId?: string
  /** Who answers, where the prompt says so; the session's model unless told. */
  readonly model?: string | undefined
}

/** Puts together what one turn works with. */
export function createTurn(session: Session, { agents, agentId, ...options }: TurnOptions): Turn {
  const { model = session.model } = options
  const { conversation, hooks, services, microcompaction = {} } = session
  const isAgent = agentId !== undefined
  const controller = new AbortController()
  const signal = AbortSignal.any([options.signal, controller.signal])
  // Copied once: the requests of one turn go to one model, with the same tools, and think alike.
  const base = {
    ...session,
    model,
    models: createTurnModels(model, session.fallbackModel),
  }
  const compactor = createCompactor(base)
  return {
    ...base,
    compactor,
    flush: () => session.recorder.flush(),
    // All agents spend from one budget; the one who speaks with the person is told of it.
    budget: isAgent ? { ...session.budget, takeNudges: () => [] } : session.budget,
    permit: createSessionPermit(session, agentId),
    toolContext: toolUseId => ({
      toolUseId,
      cwd: session.cwd,
      env: session.env,
      signal,
      now: () => new Date(session.now()),
      files: session.files,
      createReadFilter: toolName => createReadFilter(toolName, session.permissions()),
      permissions: session.permissions,
      services: {
        ...services,
        agents: agents ?? null,
        deferredTools: services.deferredTools ?? toDeferredTools(base.toolbox),
        // Messages of a subagent hang in no chain that a rewind follows: its changes belong to the prompt.
        checkpoints: attributeChanges(services.checkpoints, {
          toolUseId,
          messages: () => (isAgent ? [] : conversation.messages()),
        }),
      },
    }),
    afterCall: listAfterCall(session, isAgent),
    onStop: hooks.onStop ?? (async () => ({ messages: [], goOn: false, stop: null })),
    compact: compactor.compact,
    isFull: compactor.isFull,
    collectEdits: () => [
      ...session.takeSnips(),
      ...(microcompaction === null
        ? []
        : microcompact(conversation.messages(), base.models.current(), microcompaction)),
    ],
    collectNews: async () => [
      ...(await (isAgent ? collectEditNews(session) : collectSessionNews(session))),
      ...(await emptyInbox(session.inbox, hooks.onPrompt, signal)),
    ],
    signal,
    interrupt: () => controller.abort(),
  }
}
