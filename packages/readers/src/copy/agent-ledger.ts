import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isObject } from '@antiphon/contract'
import { makeFolder } from '@antiphon/transcript'
import { LEDGER_FILE } from '../agent-places.ts'
import type { Original, ReadPoint, SessionHead } from '../reader.ts'

/** What is known of one original and of its copy. */
export type LedgerLine = {
  /** As the original was when it was read. */
  readonly stamp: string
  /** Of the reader that read it. */
  readonly version: number
  /** Where the copy lies below the agent's root; empty where the original holds no session, or one that is told elsewhere. */
  readonly to: string
  /** How large the copy is. */
  readonly bytes: number
  readonly head: SessionHead | null
  /** Stretches that nobody could read. */
  readonly damaged: number
  /** Why nothing of it could be read. */
  readonly problem?: string
}

/** Where reading goes on, and by what an original is known to be the same up to there. */
export type KeptPoint = ReadPoint & { readonly checksum: number }

/** What was read of one agent's sessions. It may be deleted at any time: then all is read anew. */
export interface AgentLedger {
  find(original: Pick<Original, 'path' | 'row'>): LedgerLine | undefined
  put(original: Pick<Original, 'path' | 'row'>, line: LedgerLine): void
  readPoint(original: Original): KeptPoint | null
  writePoint(original: Original, point: KeptPoint | null): void
  save(): void
}

export function openLedger(root: string): AgentLedger {
  const path = join(root, LEDGER_FILE)
  const lines = new Map(readLines(path))
  let isChanged = false
  const nameOf = ({ path: of, row }: Pick<Original, 'path' | 'row'>): string => `${of}\0${row}`
  const pointPath = (original: Original): string =>
    join(root, 'points', `${createHash('sha1').update(nameOf(original)).digest('hex')}.json`)
  return {
    find: original => lines.get(nameOf(original)),
    put(original, line) {
      lines.set(nameOf(original), line)
      isChanged = true
    },
    readPoint(original) {
      const point = readJson(pointPath(original))
      const isPoint = isObject(point) && typeof point.at === 'number' && isObject(point.state)
      return isPoint ? (point as unknown as KeptPoint) : null
    },
    writePoint(original, point) {
      const to = pointPath(original)
      if (point === null) rmSync(to, { force: true })
      else writeWhole(to, JSON.stringify(point))
    },
    save() {
      if (!isChanged) return
      writeWhole(path, JSON.stringify({ format: FORMAT, originals: [...lines] }))
      isChanged = false
    },
  }
}

const FORMAT = 1

function readLines(path: string): Iterable<[string, LedgerLine]> {
  const ledger = readJson(path)
  const isLedger = isObject(ledger) && ledger.format === FORMAT && Array.isArray(ledger.originals)
  return isLedger ? (ledger.originals as unknown as [string, LedgerLine][]) : []
}

/** Undefined for what is not there or no JSON: a ledger is only a memory. */
function readJson(path: string): unknown {
  try {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
  } catch {
    return undefined
  }
}

/** A reader sees the text of before or this one. */
function writeWhole(path: string, text: string): void {
  makeFolder(dirname(path))
  const part = `${path}.${process.pid}.part`
  writeFileSync(part, text, { mode: 0o600 })
  renameSync(part, path)
}
