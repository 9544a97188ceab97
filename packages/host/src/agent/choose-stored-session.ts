import { randomUUID } from 'node:crypto'
import type { PostgresStore } from '@antiphon/store-postgres'
import { type SessionKey, toProjectKey } from '@antiphon/transcript'
import { openPersonStore, toStoreProblem } from '../fleet/person-store.ts'
import { findReplica, findReplicaKey, findStoredSession } from '../fleet/replica.ts'
import { tellWeaknesses } from '../fleet/tell-weaknesses.ts'
import type { Io } from '../io.ts'
import { ProgramError } from '../program-error.ts'
import type { AgentFlags } from './agent-flags.ts'
import { type ChosenSession, isFork, resumeAt } from './chosen-session.ts'

/** Finds or begins the session that the flags mean in the store of the person's fleet; it may come from another host. */
export async function chooseStoredSession(choice: AgentFlags, cwd: string, io: Io): Promise<ChosenSession> {
  const store = await openPersonStore(io)
  try {
    await tellWeaknesses(store.weaknesses, io)
    const key = await findKey(store, choice, cwd, io)
    const chosen = key ? await open(store, key, choice) : await begin(store, choice, cwd)
    return { ...chosen, replica: findReplica(io) }
  } catch (error) {
    await store.close().catch(() => undefined)
    throw toStoreProblem(error)
  }
}

/** Null for a session that begins. */
async function findKey(
  store: PostgresStore,
  choice: AgentFlags,
  cwd: string,
  io: Io,
): Promise<SessionKey | null> {
  // By a file of its copy: an id could mean another log.
  if (choice.resume !== undefined)
    return findReplicaKey(choice.resume, io) ?? findStoredSession(store, choice.resume)
  if (!choice.continue) return null
  const last = await store.findLastSession(toProjectKey(cwd))
  if (last) return last.key
  throw new ProgramError(
    'unreadable',
    `The store has no session of ${cwd} to continue. Start one without --continue.`,
  )
}

async function begin(store: PostgresStore, { sessionId }: AgentFlags, cwd: string): Promise<ChosenSession> {
  const key = { project: toProjectKey(cwd), session: sessionId ?? randomUUID() }
  if (sessionId !== undefined && (await store.findSessions(sessionId)).length > 0)
    throw new ProgramError(
      'wrong-use',
      `Session ${sessionId} exists. Continue it with --resume ${sessionId}.`,
    )
  return { store, root: null, key, resumed: null, isFork: false }
}

async function open(store: PostgresStore, key: SessionKey, flags: AgentFlags): Promise<ChosenSession> {
  const at = flags.resumeSessionAt
  if (isFork(flags)) {
    const session = flags.sessionId ?? randomUUID()
    const forked = await store.fork(key, { session, ...(at !== undefined && { at }) })
    return {
      store,
      root: null,
      key: forked.key,
      resumed: await resumeAt(store, forked.key, at),
      isFork: true,
    }
  }
  if (flags.sessionPersistence) await take(store, key, flags)
  return { store, root: null, key, resumed: await resumeAt(store, key, at), isFork: false }
}

/** Before anything is asked of a model: a session that somebody writes is theirs, unless it is taken from them. */
async function take(store: PostgresStore, key: SessionKey, { takeOver }: AgentFlags): Promise<void> {
  if (takeOver) return store.takeOver(key)
  const writer = (await store.head(key))?.writer
  if (writer)
    throw new ProgramError(
      'wrong-use',
      `Session ${key.session} is being written by ${writer}. Wait until they are done (a host that is gone frees it after half a minute), copy it with --fork-session, or take it with --take-over: they are refused from then on.`,
    )
}
