import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { toLogPath } from '../src/file/log-path.ts'
import { checkAndContinue, listPromised } from './process/check-log.ts'
import { whyNoStrace, withReason } from './process/requirements.ts'
import { isSoak, LONG, quickReason } from './process/soak.ts'
import { readNotes, startWriter } from './process/start-writer.ts'

/** Calls on the log and its folders, what is done to them, and how many of them in turn; all in the soak. */
const FAULTS: readonly (readonly [calls: string, faults: readonly string[], inTest: number])[] = [
  ['write,writev', ['error=ENOSPC', 'error=EIO', 'retval=7', 'signal=KILL', 'delay_exit=20000'], 2],
  ['fdatasync', ['error=EIO', 'error=ENOSPC', 'signal=KILL', 'delay_exit=20000'], 2],
  ['fsync', ['error=EIO', 'signal=KILL', 'delay_exit=20000'], 1],
  ['openat', ['error=ENOSPC', 'error=EMFILE', 'error=EACCES', 'signal=KILL'], 1],
  ['mkdir', ['error=ENOSPC', 'signal=KILL'], 1],
  ['statx,fstat,newfstatat', ['error=EIO', 'signal=KILL'], 1],
  ['pread64', ['error=EIO', 'signal=KILL'], 1],
  ['close', ['error=EIO', 'signal=KILL'], 1],
]

const CODES = ['no-space', 'io', 'read-only', 'not-found', 'moved']
const reason = quickReason ?? whyNoStrace()

describe.skipIf(reason !== null)(withReason('a system call that fails', reason), () => {
  const cases = FAULTS.flatMap(([calls, faults, inTest]) => faults.map(fault => ({ calls, fault, inTest })))

  it.each(cases)(
    '$calls $fault: nothing promised is lost, no crash, and another writer carries on',
    async ({ calls, fault, inTest }) => {
      // Some calls are made only for a log that is there already, some only for one that is not.
      const counts = await Promise.all(['', TORN_LINE].map(content => injectInTurn(content)))
      expect(Math.max(...counts)).toBeGreaterThan(0)

      async function injectInTurn(content: string): Promise<number> {
        let when = 1
        while (when <= (isSoak ? 1000 : inTest) && (await injectAt({ content, calls, fault, when }))) when++
        return when - 1
      }
    },
    LONG,
  )
})

const TORN_LINE = '{"type":"user","uuid":"00'

type Case = {
  readonly content: string
  readonly calls: string
  readonly fault: string
  readonly when: number
}

/** Runs a writer whose call number `when` fails. False where it made fewer of them. */
async function injectAt({ content, ...injection }: Case): Promise<boolean> {
  const root = await mkdtemp(join(tmpdir(), 'antiphon-strace-'))
  const log = { root, key: { project: 'p', session: 's' }, notes: join(root, 'notes') }
  const trace = join(root, 'trace')
  const path = toLogPath(root, log.key)
  if (content !== '') {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  try {
    const writer = await startWriter(
      {
        ...log,
        first: 0,
        count: 8,
        producers: 2,
        bytes: [300, 20_000],
        acknowledge: ['durable', 'durable', 'recorded'],
        stopsAtError: false,
      },
      { prefix: toStrace({ path, trace, ...injection }) },
    )
    const end = await writer.ended
    const isKilled = injection.fault === 'signal=KILL' && end.signal === 'SIGKILL'
    expect(end).toMatchObject({ stderr: '', isTimeout: false, ...(isKilled ? {} : { code: 0 }) })
    await checkNotes(log, isKilled)
    return isKilled || /INJECTED|DELAYED/.test(readFileSync(trace, 'utf8'))
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function checkNotes(
  log: { readonly root: string; readonly notes: string; readonly key: { project: string; session: string } },
  isKilled: boolean,
): Promise<void> {
  const notes = readNotes(log.notes)
  for (const { word, rest } of notes) if (word === 'error') expect(CODES).toContain(rest)
  const promised = listPromised(notes)
  await checkAndContinue(log, promised, 999)
  // One call failed; the others of eight appends did not all fail with it, unless the writer stopped at foreign bytes.
  if (!isKilled && !notes.some(({ word }) => word === 'moved-on')) expect(promised.length).toBeGreaterThan(3)
}

type Injection = Omit<Case, 'content'> & { readonly path: string; readonly trace: string }

function toStrace({ path, trace, calls, fault, when }: Injection): readonly string[] {
  const folder = dirname(path)
  const paths = [path, folder, dirname(folder)].flatMap(each => ['-P', each])
  // strace counts for each thread: with one thread in the pool there is one count.
  const environment = ['-E', 'UV_THREADPOOL_SIZE=1']
  const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:${fault}:when=${when}`]
  return ['strace', '-f', '-qq', '-o', trace, ...environment, ...paths, ...inject]
}
