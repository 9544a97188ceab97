import { NO_CHAT } from '@antiphon/core/chat'
import { describe, expect, it } from 'vitest'
import { createScreen } from '../terminal/screen.ts'
import { REPL_CHINESE, REPL_ENGLISH } from './repl-texts.ts'
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
})
