import { NO_CHAT } from '@antiphon/core/chat'
import type { AgentStanding } from '@antiphon/host'
import { describe, expect, it } from 'vitest'
import { createScreen } from '../terminal/screen.ts'
import { REPL_CHINESE } from './repl-chinese.ts'
import { REPL_ENGLISH } from './repl-english.ts'
import { formatStatus } from './status-line.ts'

const output = { write: async () => {}, isTerminal: true, columns: () => 100 }
const screen = createScreen({ output, beside: output, env: {}, choice: 'never' })
const facts = { standing: null, branch: null, tasks: 0, isDemo: false, own: '', viMode: null }

describe('formatStatus', () => {
  it('says that the store is away before all else, also where a command of the person says the rest', () => {
    const away = { ...NO_CHAT, isStoreAway: true }
    expect(formatStatus({ ...facts, state: away }, REPL_ENGLISH, screen)).toContain(
      'store away, kept on this machine · starting',
    )
    expect(formatStatus({ ...facts, state: away, own: 'mine' }, REPL_CHINESE, screen)).toContain(
      '存储断开，先存于本机 · mine',
    )
    expect(formatStatus({ ...facts, state: NO_CHAT }, REPL_ENGLISH, screen)).not.toContain('store')
  })

  it('says in which mode the keys of vi are', () => {
    const normal = { ...facts, state: NO_CHAT, viMode: 'normal' } as const
    expect(formatStatus(normal, REPL_ENGLISH, screen)).toContain('-- NORMAL -- · starting')
    expect(formatStatus({ ...normal, own: 'mine' }, REPL_CHINESE, screen)).toContain('-- 普通 -- · mine')
  })

  it('names no model where the demo answers', () => {
    const standing = { model: 'claude-opus-5-5', permissionMode: 'default' } as AgentStanding
    const told = { ...facts, standing, state: NO_CHAT }
    expect(formatStatus(told, REPL_ENGLISH, screen)).toContain('Opus 5.5')
    expect(formatStatus({ ...told, isDemo: true }, REPL_ENGLISH, screen)).toBe('  Demo model')
    expect(formatStatus({ ...told, isDemo: true }, REPL_CHINESE, screen)).toBe('  演示模型')
  })
})
