import { setTimeout } from 'node:timers/promises'
import type { Message } from '@antiphon/core'
import { attributeChanges } from '../checkpoints/attribute-changes.ts'
import { askBeforeCompaction } from '../compaction/ask-before-compaction.ts'
import { type Compactor, createCompactor } from '../compaction/create-compactor.ts'
import { microcompact } from '../compaction/microcompact.ts'
import { createReadFilter } from '../permissions/create-read-filter.ts'
import { createModelChoice } from '../query/model-choice.ts'
import type { QueryContext } from '../query/query-context.ts'
import { createRetryPolicy } from '../query/retry-policy.ts'
import { toDeferredTools } from '../tool/deferred-tools.ts'
import type { AgentRunner } from '../tool/session-services.ts'
import { createSessionPermit, listAfterCall } from './call-policies.ts'
import { collectAgentNews, collectSessionNews } from './collect-session-news.ts'
import { createRecord } from './create-record.ts'
import { emptyInbox } from './inbox.ts'
import type { QueryEngineOptions } from './query-engine-options.ts'
import type { SessionState } from './session-state.ts'

export type CreateQueryContextOptions = {
  readonly options: QueryEngineOptions
  readonly state: SessionState
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
  const { options, state, signal, agents } = source
  const { provider, system, toolbox, recorder, hooks = {} } = options
  const models = createModelChoice(state.model(), options.fallbackModel)
  const record = createRecord(options, state)
  const base = {
    ...{ conversation: state.conversation, provider, system, toolbox, record, models },
    retry: options.retry ?? createRetryPolicy(),
    random: options.random ?? Math.random,
    sleep: options.sleep ?? sleep,
    now: options.now ?? Date.now,
  }
  const compactor = askBeforeCompaction({
    compactor: createCompactor({
      context: base,
      reminders: () => options.reminders ?? [],
      failures: state.compactionFailures,
    }),
    context: base,
    hooks,
  })
  const context: QueryContext = {
    ...base,
    flush: () => recorder.flush(),
    bindingBetas: state.bindingBetas,
    maxTurns: options.maxTurns ?? Number.POSITIVE_INFINITY,
    // All agents spend from one budget; the one who speaks with the person is told of it.
    budget: source.agentId === undefined ? state.budget : { ...state.budget, takeNudges: () => [] },
    ...(options.maxOutputTokens !== undefined && { maxOutputTokens: options.maxOutputTokens }),
    // Read once: the requests of one turn think alike.
    thinking: state.thinking.get(),
    permit: createSessionPermit(source),
    toolContext: (toolUseId, callSignal) => ({
      toolUseId,
      cwd: options.cwd,
      env: options.env,
      signal: callSignal,
      now: () => new Date(options.now?.() ?? Date.now()),
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
      ...(await (source.agentId === undefined
        ? collectSessionNews(options, state)
        : collectAgentNews(state))),
      ...(await emptyInbox(state.inbox, hooks.onPrompt, signal)),
    ],
    summarize: options.summarize ?? null,
    signal,
  }
  return { ...context, compactor }
}

function clearOldResults({ options, state }: CreateQueryContextOptions, model: string): readonly Message[] {
  const { microcompaction = {} } = options
  return microcompaction === null ? [] : microcompact(state.conversation.messages(), model, microcompaction)
}

/** Ends early when the turn is interrupted; that is no error here. */
async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined)
}
