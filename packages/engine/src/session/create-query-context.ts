import { setTimeout } from 'node:timers/promises'
import type { Message } from '@antiphon/core'
import { attributeChanges } from '../checkpoints/attribute-changes.ts'
import { askBeforeCompaction } from '../compaction/ask-before-compaction.ts'
import { type Compactor, createCompactor } from '../compaction/create-compactor.ts'
import { microcompact } from '../compaction/microcompact.ts'
import { createPermit } from '../permissions/create-permit.ts'
import { createReadFilter } from '../permissions/create-read-filter.ts'
import { createModelChoice } from '../query/model-choice.ts'
import type { QueryContext } from '../query/query-context.ts'
import { createRetryPolicy } from '../query/retry-policy.ts'
import { tellSkillsOfFolders } from '../skills/tell-skills-of-folders.ts'
import { toDeferredTools } from '../tool/deferred-tools.ts'
import type { AgentRunner } from '../tool/session-services.ts'
import { collectAgentNews, collectSessionNews } from './collect-session-news.ts'
import { createRecord } from './create-record.ts'
import { emptyInbox } from './inbox.ts'
import { notifyPerson } from './notify-person.ts'
import type { QueryEngineOptions } from './query-engine-options.ts'
import { createSessionMemory, type SessionState } from './session-state.ts'
import { tellDenials } from './tell-denials.ts'
import { tellMemorySaved } from './tell-memory-saved.ts'
import { tellNestedMemory } from './tell-nested-memory.ts'
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
    permit: tellDenials(
      tellRetries(
        createPermit({
          decide: permissions.decide,
          state: state.permissions,
          before: hooks.beforeCall ?? (async () => NO_OPINION),
          onRequest: hooks.onPermissionRequest,
          ask: notifyPerson(permissions.ask, hooks.onNotification, state.inbox),
          update: state.updatePermissions,
          onDenied(denial, why) {
            state.denials.add(denial)
            options.onDenied?.(denial, why)
          },
          classify: state.classify,
          ...(source.agentId !== undefined && { agentId: source.agentId }),
        }),
        state.denials,
      ),
      hooks.onPermissionDenied,
    ),
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
    hooks: {
      afterCall: tellNestedMemory(
        tellSkills(source, tellMemorySaved(hooks.afterCall ?? (async () => ({ messages: [], stop: null })))),
        {
          memory:
            source.agentId === undefined
              ? state.nestedMemory
              : createSessionMemory(options, state.conversation.messages),
          cwd: options.cwd,
          mayRead: path => createReadFilter('Read', state.permissions())(path),
        },
      ),
      onStop: hooks.onStop ?? (async () => ({ messages: [], goOn: false, stop: null })),
    },
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

/** A subagent is told of skills at its start alone. */
function tellSkills(
  { options, state, agentId }: CreateQueryContextOptions,
  afterCall: QueryContext['hooks']['afterCall'],
): QueryContext['hooks']['afterCall'] {
  const { skills } = state.services
  if (skills === null || agentId !== undefined || state.toolbox().find('Skill') === undefined)
    return afterCall
  const mayRead = (path: string): boolean => createReadFilter('Read', state.permissions())(path)
  return tellSkillsOfFolders(afterCall, { skills, cwd: options.cwd, mayRead })
}

const NO_OPINION = { permission: null, reason: '', updatedInput: null, messages: [] }

/** Ends early when the turn is interrupted; that is no error here. */
async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined)
}
