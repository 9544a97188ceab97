import type { Message } from '@antiphon/core'
import { attributeChanges } from '../checkpoints/attribute-changes.ts'
import { askBeforeCompaction } from '../compaction/ask-before-compaction.ts'
import { type Compactor, createCompactor } from '../compaction/create-compactor.ts'
import { microcompact } from '../compaction/microcompact.ts'
import { createReadFilter } from '../permissions/create-read-filter.ts'
import { createModelChoice } from '../query/model-choice.ts'
import type { QueryContext } from '../query/query-context.ts'
import { toDeferredTools } from '../tool/deferred-tools.ts'
import type { AgentRunner } from '../tool/session-services.ts'
import { createSessionPermit, listAfterCall } from './call-policies.ts'
import { collectAgentNews, collectSessionNews } from './collect-session-news.ts'
import { createRecord } from './create-record.ts'
import { emptyInbox } from './inbox.ts'
import type { Session } from './session.ts'

export type CreateQueryContextOptions = Session & {
  readonly signal: AbortSignal
  /** Runs subagents; null for a subagent, which has none. */
  readonly agents: AgentRunner | null
  /** Whose turn it is, where it is a subagent's. */
  readonly agentId?: string
}

/** Puts together what one turn works with. */
export function createQueryContext(
  source: CreateQueryContextOptions,
): QueryContext & { readonly compactor: Compactor } {
  const { options, state, agents } = source
  const { toolbox, recorder, hooks, now } = options
  const controller = new AbortController()
  const signal = AbortSignal.any([source.signal, controller.signal])
  const models = createModelChoice(state.model(), options.fallbackModel)
  const base = { ...options, conversation: state.conversation, models, record: createRecord(options, state) }
  const compactor = askBeforeCompaction({
    compactor: createCompactor({
      context: base,
      reminders: () => options.reminders,
      failures: state.compactionFailures,
    }),
    context: base,
    hooks,
  })
  const context: QueryContext = {
    ...base,
    flush: () => recorder.flush(),
    bindingBetas: state.bindingBetas,
    // All agents spend from one budget; the one who speaks with the person is told of it.
    budget: source.agentId === undefined ? state.budget : { ...state.budget, takeNudges: () => [] },
    // Read once: the requests of one turn think alike.
    thinking: state.thinking.get(),
    permit: createSessionPermit(source),
    toolContext: toolUseId => ({
      toolUseId,
      cwd: options.cwd,
      env: options.env,
      signal,
      now: () => new Date(now()),
      files: state.files,
      createReadFilter: toolName => createReadFilter(toolName, state.permissions()),
      permissions: state.permissions,
      services: {
        ...state.services,
        agents,
        deferredTools: state.services.deferredTools ?? toDeferredTools(toolbox),
        // Messages of a subagent hang in no chain that a rewind follows: its changes belong to the prompt.
        checkpoints: attributeChanges(state.services.checkpoints, {
          toolUseId,
          messages: () => (source.agentId === undefined ? state.conversation.messages() : []),
        }),
      },
    }),
    afterCall: listAfterCall(source),
    onStop: hooks.onStop ?? (async () => ({ messages: [], goOn: false, stop: null })),
    compact: (trigger, compactSignal) => compactor.compact(trigger, compactSignal),
    isFull: () => compactor.isFull(),
    collectEdits: () => [...state.takeSnips(), ...clearOldResults(source, models.current())],
    collectNews: async () => [
      ...(await (source.agentId === undefined ? collectSessionNews(source) : collectAgentNews(source))),
      ...(await emptyInbox(state.inbox, hooks.onPrompt, signal)),
    ],
    signal,
    interrupt: () => controller.abort(),
  }
  return { ...context, compactor }
}

function clearOldResults({ options, state }: CreateQueryContextOptions, model: string): readonly Message[] {
  const { microcompaction = {} } = options
  return microcompaction === null ? [] : microcompact(state.conversation.messages(), model, microcompaction)
}
