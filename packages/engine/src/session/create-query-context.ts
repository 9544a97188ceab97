import { setTimeout } from 'node:timers/promises'
import type { Message } from '@antiphon/core'
import { askBeforeCompaction } from '../compaction/ask-before-compaction.ts'
import { type Compactor, createCompactor } from '../compaction/create-compactor.ts'
import { microcompact } from '../compaction/microcompact.ts'
import { createPermit } from '../permissions/create-permit.ts'
import type { QueryContext } from '../query/query-context.ts'
import { createRetryPolicy } from '../query/retry-policy.ts'
import type { AgentRunner } from '../tool/session-services.ts'
import { collectSessionNews } from './collect-session-news.ts'
import { emptyInbox } from './inbox.ts'
import type { QueryEngineOptions } from './query-engine-options.ts'
import type { SessionState } from './session-state.ts'
import { tellMemorySaved } from './tell-memory-saved.ts'
import { tellRetries } from './tell-retries.ts'

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
  const { provider, system, toolbox, recorder, hooks = {}, permissions } = options
  const models = {
    main: state.model(),
    ...(options.fallbackModel !== undefined && { fallback: options.fallbackModel }),
  }
  const record: QueryContext['record'] = (messages, after) =>
    recorder.recordTranscript(messages, undefined, after)
  const base = { conversation: state.conversation, provider, system, toolbox, record, models }
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
    maxTurns: options.maxTurns ?? Number.POSITIVE_INFINITY,
    ...(options.maxOutputTokens !== undefined && { maxOutputTokens: options.maxOutputTokens }),
    retry: options.retry ?? createRetryPolicy(),
    permit: tellRetries(
      createPermit({
        decide: permissions.decide,
        state: () => ({
          mode: state.services.mode.get(),
          rules: state.rules(),
          cwd: options.cwd,
          additionalDirectories: permissions.additionalDirectories,
          home: options.home,
        }),
        before: hooks.beforeCall ?? (async () => NO_OPINION),
        onRequest: hooks.onPermissionRequest,
        ask: permissions.ask,
        addRules: state.addRules,
        onDenied: denial => state.denials.push(denial),
        ...(source.agentId !== undefined && { agentId: source.agentId }),
      }),
      state.denials,
    ),
    toolContext: (toolUseId, callSignal) => ({
      toolUseId,
      cwd: options.cwd,
      env: options.env,
      signal: callSignal,
      now: () => new Date(options.now?.() ?? Date.now()),
      files: state.files,
      services: { ...state.services, agents },
    }),
    hooks: {
      afterCall: tellMemorySaved(hooks.afterCall ?? (async () => ({ messages: [], stop: null }))),
      onStop: hooks.onStop ?? (async () => ({ messages: [], goOn: false, stop: null })),
    },
    compact: (trigger, compactSignal) => compactor.compact(trigger, compactSignal),
    isFull: () => compactor.isFull(),
    collectEdits: () => [...state.takeSnips(), ...clearOldResults(source, models.main)],
    collectNews: async () => [
      ...(await collectSessionNews(options, state)),
      ...(await emptyInbox(state.inbox, hooks.onPrompt, signal)),
    ],
    summarize: options.summarize ?? null,
    signal,
    now: options.now ?? Date.now,
    random: options.random ?? Math.random,
    sleep: options.sleep ?? sleep,
  }
  return { ...context, compactor }
}

function clearOldResults({ options, state }: CreateQueryContextOptions, model: string): readonly Message[] {
  const { microcompaction = {} } = options
  return microcompaction === null ? [] : microcompact(state.conversation.messages(), model, microcompaction)
}

const NO_OPINION = { permission: null, reason: '', updatedInput: null, messages: [] }

/** Ends early when the turn is interrupted; that is no error here. */
async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined)
}
