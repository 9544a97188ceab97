import { randomUUID } from 'node:crypto'
import {
  type FleetStore,
  formatSessionKey,
  type SessionKey,
  TranscriptError,
  toProjectKey,
} from '@antiphon/transcript'
import { noteStoreAction } from '../access/note-at-terminal.ts'
import { findStoreFolder, openPersonStore, STORE_VARIABLE, toStoreProblem } from '../fleet/person-store.ts'
import { findReplica, findReplicaKey, findStoredSession } from '../fleet/replica.ts'
import { deliverLeftSpools, describeLeftSession } from '../fleet/spool/left-spools.ts'
import { openSpoolFiles } from '../fleet/spool/spool-file.ts'
import { createSpooledStore, type StoreNews } from '../fleet/spool/spooled-store.ts'
import { tellWeaknesses } from '../fleet/tell-weaknesses.ts'
import type { Io } from '../io.ts'
import { ProgramError } from '../program-error.ts'
import type { AgentFlags } from './agent-flags.ts'
import { type ChosenSession, isFork, resumeAt } from './chosen-session.ts'

/** Finds or begins the session that the flags mean in the store of the person's fleet; it may come from another host. */
export async function chooseStoredSession(choice: AgentFlags, cwd: string, io: Io): Promise<ChosenSession> {
  const store = await openPatiently(io)
  try {
    await tellWeaknesses(store.weaknesses, io)
    const spoolFolder = findStoreFolder(io, 'spool')
    for (const left of spoolFolder === null ? [] : await deliverLeftSpools(store, spoolFolder))
      await io.stderr.write(`antiphon: ${describeLeftSession(left)}\n`)
    const key = await findKey(store, choice, cwd, io)
    // The window has written down already who of its people takes it.
    if (key && choice.takeOver && io.env.CLAUDE_CODE_ENTRYPOINT !== 'antiphon-window')
      await noteStoreAction({ what: 'takeover', session: formatSessionKey(key), detail: null }, io)
    const chosen = key ? await open(store, key, choice) : await begin(store, choice, cwd)
    const session = { ...chosen, replica: findReplica(io) }
    return spoolFolder === null ? session : withSpool(session, store, spoolFolder)
  } catch (error) {
    await store.close().catch(() => undefined)
    throw toStoreProblem(error)
  }
}

/** The first contact: a server that restarts is waited for, and the person hears of it. */
async function openPatiently(io: Io): Promise<FleetStore> {
  const until = Date.now() + FIRST_PATIENCE_MS
  for (let isTold = false; ; )
    try {
      return await openPersonStore(io, { patienceMs: PATIENCE_MS })
    } catch (error) {
      if (!isAwayProblem(error)) throw error
      const words = error.message.replace(/\.$/, '')
      if (io.signal.aborted || Date.now() + PATIENCE_MS > until)
        throw new ProgramError(
          'unreadable',
          `${words}, for ${FIRST_PATIENCE_MS / 1000} s. Try again later, or work on files of this machine (without --store and ${STORE_VARIABLE}) and send them with \`antiphon sync\`.`,
          { cause: error },
        )
      if (!isTold) await io.stderr.write(`antiphon: ${words}; waiting for it.\n`)
      isTold = true
    }
}

const FIRST_PATIENCE_MS = 20_000
/** So long a turn may be held up; then it goes on in the spool. */
const PATIENCE_MS = 4000

function isAwayProblem(error: unknown): error is ProgramError {
  return (
    error instanceof ProgramError && error.cause instanceof TranscriptError && error.cause.code === 'away'
  )
}

/** The same session, which goes on in a file of this machine while the store is away. */
function withSpool(session: ChosenSession, store: FleetStore, folder: string): ChosenSession {
  const waiting: StoreNews[] = []
  let listen: ((news: StoreNews) => void) | null = null
  return {
    ...session,
    store: createSpooledStore({
      ...{ store, spool: openSpoolFiles(folder), session: session.key },
      onNews: news => void (listen ? listen(news) : waiting.push(news)),
    }),
    followStore(listener) {
      listen = listener
      for (const news of waiting.splice(0)) listener(news)
    },
  }
}

/** Null for a session that begins. */
async function findKey(
  store: FleetStore,
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

async function begin(store: FleetStore, { sessionId }: AgentFlags, cwd: string): Promise<ChosenSession> {
  const key = { project: toProjectKey(cwd), session: sessionId ?? randomUUID() }
  if (sessionId !== undefined && (await store.findSessions(sessionId)).length > 0)
    throw new ProgramError(
      'wrong-use',
      `Session ${sessionId} exists. Continue it with --resume ${sessionId}.`,
    )
  return { store, root: null, key, resumed: null, isFork: false }
}

async function open(store: FleetStore, key: SessionKey, flags: AgentFlags): Promise<ChosenSession> {
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
async function take(store: FleetStore, key: SessionKey, { takeOver }: AgentFlags): Promise<void> {
  if (takeOver) return store.takeOver(key)
  const writer = (await store.head(key))?.writer
  if (writer)
    throw new ProgramError(
      'wrong-use',
      `Session ${key.session} is being written by ${writer}. Wait until they are done (a host that is gone frees it after half a minute), copy it with --fork-session, or take it with --take-over: they are refused from then on.`,
    )
}
