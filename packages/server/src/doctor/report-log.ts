import { stat } from 'node:fs/promises'
import { checkUp, computeDoctorReport, isLeased, readSessionSummary } from '@antiphon/transcript'
import type { FoundLog } from '../logs/find-log.ts'
import { MAX_SERVED_BYTES, readLogBytes } from '../logs/read-log-bytes.ts'
import type { DefectReport, SessionReport } from '../protocol/doctor-protocol.ts'
import { LIVE_MS } from '../sessions/is-live.ts'
import { readPlace } from './read-place.ts'

/** What the doctor says of one log, of bounded size. Throws the system's error where it cannot be read. */
export async function reportLog(log: FoundLog): Promise<SessionReport> {
  const { path } = log
  const title = await readTitle(log)
  const read = await readLogBytes(path)
  if ('size' in read)
    return { kind: 'too-large', title, file: path, bytes: read.size, limit: MAX_SERVED_BYTES }
  const { diagnosis, repair, resumeAfter } = checkUp(read.bytes)
  const changes = repair.changes.slice(0, MAX_CHANGES)
  const { file, verdict, bytes, lines, entries, resume, ...report } = computeDoctorReport({
    file: path,
    diagnosis,
    resumeAfter,
    changes,
    fix: { status: changes.length === 0 ? 'needless' : 'possible' },
    places: MAX_PLACES,
  })
  const findings = report.findings.map(finding => ({
    ...finding,
    places: finding.places.map(place => ({
      ...place,
      ...readPlace(read.bytes, place.offset),
      detail: shortenDetail(place.detail),
    })),
  }))
  return {
    ...{ kind: 'report', title, fingerprint: read.fingerprint },
    ...{ file, verdict, bytes, lines, entries, findings, resume },
    changeCount: repair.changes.length,
    changes: report.changes,
    writer: await findWriter(path),
  }
}

async function readTitle({ path, root, key }: FoundLog): Promise<string> {
  const kind = key.subpath === undefined ? 'session' : 'subagent'
  const summary = await readSessionSummary({ kind, path, root, key })
  return (summary.kind === 'problem' ? undefined : summary.title?.text) ?? ''
}

const MAX_CHANGES = 100
const MAX_PLACES = 50
const MAX_DETAIL = 300

function shortenDetail(detail: string): string {
  return detail.length <= MAX_DETAIL ? detail : `${detail.slice(0, MAX_DETAIL)}…`
}

/** Others than ours take no lease: that a file has just changed is all that can be known of them. */
async function findWriter(path: string): Promise<DefectReport['writer']> {
  if (await isLeased(path).catch(() => false)) return 'held'
  const { mtimeMs } = await stat(path)
  return Date.now() - mtimeMs < LIVE_MS ? 'fresh' : null
}
