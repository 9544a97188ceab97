import { describe, expect, it } from 'vitest'
import { findSandboxTool, SANDBOX_TOOLS } from './find-sandbox-tool.ts'

describe('what keeps commands in', () => {
  it('is looked for by the system', async () => {
    expect(Object.keys(SANDBOX_TOOLS)).toEqual(['linux', 'darwin'])
    const kinds = { linux: 'bubblewrap', darwin: 'seatbelt' } as const
    for (const platform of ['linux', 'darwin'] as const) {
      const found = await findSandboxTool(process.env, { mayBeWeaker: false, platform })
      expect([kinds[platform], 'none']).toContain(found.kind)
    }
  })

  it('is said to be missing on a system that has none', async () => {
    expect(await findSandboxTool(process.env, { mayBeWeaker: false, platform: 'win32' })).toEqual({
      kind: 'none',
      reason: 'commands cannot be kept in on win32 yet',
      whatToDo: expect.stringContaining('reader of Bash'),
    })
  })
})
