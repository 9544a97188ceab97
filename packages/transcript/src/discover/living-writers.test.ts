import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findLivingWriters } from './living-writers.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'antiphon-writers-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('knows the sessions of agents that run, and not those of dead ones or of notes that say nothing', async () => {
  expect(await findLivingWriters(root)).toEqual(new Set())
  mkdirSync(join(root, 'sessions'))
  const note = (name: string, content: string): void => writeFileSync(join(root, 'sessions', name), content)
  note(`${process.pid}.json`, JSON.stringify({ pid: process.pid, sessionId: 'open' }))
  note('4194303.json', JSON.stringify({ sessionId: 'dead' }))
  note(`${process.ppid}.json`, 'nonsense')
  note('other.json', JSON.stringify({ sessionId: 'other' }))
  expect(await findLivingWriters(root)).toEqual(new Set(['open']))
})
