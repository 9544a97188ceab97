import { describe, expect, it } from 'vitest'
import { sampleSummary } from '../../test/sample-summary.ts'
import { matchesFilter } from './collect-sessions.ts'

const all = { hasSubagents: false }

describe('matchesFilter', () => {
  it.each([
    ['/home/dev/harbour', true],
    ['/home/dev', true],
    ['/', true],
    ['/home/dev/harb', false],
    ['/home/dev/harbour/pier', false],
  ])('asks %s for the directory that the records name', (project, expected) => {
    expect(matchesFilter(sampleSummary(), { ...all, projects: [project] })).toBe(expected)
  })

  it('takes the name of the folder where no record names a directory', () => {
    const { cwd: _, ...nowhere } = sampleSummary()
    expect(matchesFilter(nowhere, { ...all, projects: ['/home/dev/harbour'] })).toBe(true)
    expect(matchesFilter(nowhere, { ...all, projects: ['/home/dev'] })).toBe(false)
  })

  it.each(['LAMP', 'light it', 'main', 'harbour'])('finds %s', search => {
    expect(matchesFilter(sampleSummary(), { ...all, search })).toBe(true)
    expect(matchesFilter(sampleSummary(), { ...all, search: `${search}x` })).toBe(false)
  })

  it('leaves files of subagents alone out unless asked', () => {
    const session = sampleSummary({ isSidechain: true })
    expect(matchesFilter(session, all)).toBe(false)
    expect(matchesFilter(session, { hasSubagents: true })).toBe(true)
  })
})
