import { basename } from 'node:path'
import { createMemorySavedMessage, createPermissionRetryMessage } from '@antiphon/core'
import { createReadFilter } from '../permissions/create-read-filter.ts'
import type { PermissionQuestion } from '../permissions/permission.ts'
import { createPermit, type PermitWatcher } from '../query/create-permit.ts'
import type { AfterCall, AnsweredCall, QueryContext } from '../query/query-context.ts'
import { tellSkillsOfFolders } from '../skills/create-skill-listing.ts'
import { createSessionMemory, type Session } from './session.ts'
import { tellNestedMemory } from './tell-nested-memory.ts'

const WRITERS: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit'])

const MEMORY_NAMES: ReadonlySet<string> = new Set(['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md'])

const MEMORY_FOLDER = /[\\/]\.claude[\\/](?:rules|memory)[\\/].*\.md$/

/** Who decides on the calls of a session, or of a subagent in it, in the order in which they are heard, and who hears of it. */
export function createSessionPermit(session: Session, agentId: string | undefined): QueryContext['permit'] {
  const { hooks } = session
  return createPermit({
    before: hooks.beforeCall,
    decide: session.decide,
    state: session.permissions,
    classify: session.classify,
    onRequest: hooks.onPermissionRequest,
    notify: question => notifyPerson(session, question),
    ask: session.ask,
    remember: session.remember,
    update: session.updatePermissions,
    onDenied(denial, why) {
      session.denials.add(denial)
      session.onDenied?.(denial, why)
    },
    watchers: [tellRetries(session), tellDenials(session)],
    agentId,
  })
}

/** What stands behind the result of each call, in this order. */
export function listAfterCall(session: Session, isAgent: boolean): readonly AfterCall[] {
  const { cwd, hooks, services, conversation } = session
  const mayRead = (path: string): boolean => createReadFilter('Read', session.permissions())(path)
  const memory = isAgent ? createSessionMemory(session, conversation.messages) : session.nestedMemory
  // A subagent is told of skills at its start alone.
  const skills = !isAgent && session.toolbox.find('Skill') ? services.skills : null
  return [
    ...(hooks.afterCall ? [hooks.afterCall] : []),
    tellMemorySaved,
    ...(skills === null ? [] : [tellSkillsOfFolders({ skills, cwd, mayRead })]),
    tellNestedMemory({ memory, cwd, mayRead }),
  ]
}

/** Hooks hear that the person is needed, while they are being asked. */
function notifyPerson({ hooks, inbox }: Session, { toolName, title, signal }: PermissionQuestion): void {
  const message = `Permission is needed to use ${toolName}`
  hooks.onNotification?.({ type: 'permission_prompt', title, message }, signal).then(
    ({ messages }) => inbox.add(messages),
    () => undefined,
  )
}

/** Where a call is allowed that was refused before, the log says so once. */
function tellRetries({ denials }: Session): PermitWatcher {
  return ({ toolName, call }) => {
    const refused = { toolName, input: call.input }
    const wasRefused = denials.has(refused)
    return async ({ behavior }) => {
      if (behavior !== 'allow' || !wasRefused || !denials.makeGood(refused)) return []
      return [
        createPermissionRetryMessage([call.access.kind === 'command' ? call.access.command : call.title]),
      ]
    }
  }
}

/** Hooks hear of each refusal, and what they say stands behind it. */
function tellDenials({ hooks }: Session): PermitWatcher {
  return ({ toolName, toolUseId, call, signal }) =>
    async permit => {
      if (permit.behavior === 'allow') return []
      const denial = { toolName, toolUseId, input: call.input, reason: permit.message }
      return (await hooks.onPermissionDenied?.(denial, signal))?.messages ?? []
    }
}

/** Where a call wrote a memory file, a message behind its result says so. */
async function tellMemorySaved(call: AnsweredCall): ReturnType<AfterCall> {
  const path = WRITERS.has(call.toolName) && !call.isError ? call.input.file_path : undefined
  const isSaved = typeof path === 'string' && isMemoryFile(path)
  return { messages: isSaved ? [createMemorySavedMessage([path])] : [] }
}

/** True for a file that later sessions are told at their beginning. */
function isMemoryFile(path: string): boolean {
  return MEMORY_NAMES.has(basename(path)) || MEMORY_FOLDER.test(path)
}
