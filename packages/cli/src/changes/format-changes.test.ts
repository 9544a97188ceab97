import type { FileOfSession, SessionChanges } from '@antiphon/core/turns'
import { describe, expect, it } from 'vitest'
import { plainScreen } from '../../test/plain-screen.ts'
import { formatChanges, toPatch } from './format-changes.ts'

function fileOf(path: string): FileOfSession {
  return {
    path,
    name: path,
    status: 'created',
    added: 1,
    removed: 0,
    hunks: [],
    loose: [],
    calls: [],
  } as unknown as FileOfSession
}

const CHANGES = {
  folder: '/home/me/work',
  files: [fileOf('/home/me/notes.md'), fileOf('/etc/hosts')],
  commits: [],
  alsoRead: [],
  added: 2,
  removed: 0,
} as unknown as SessionChanges

describe('formatChanges', () => {
  it('names files outside of the folder as their person would', () => {
    const lines = [...formatChanges(CHANGES, '/home/me', plainScreen())].join('\n')
    expect(lines).toContain('~/notes.md')
    expect(lines).toContain('/etc/hosts')
    expect(lines).not.toContain('/home/me')
  })
})

describe('toPatch', () => {
  it('says what it leaves out in the same way', () => {
    expect(toPatch(CHANGES, '/home/me').notes).toEqual([
      'Not in the patch, since it is outside of the folder: ~/notes.md, /etc/hosts.',
    ])
  })
})
