import { join } from 'node:path'
import { afterAll, describe, expect } from 'vitest'
import type { HeadlessKit } from '../headless-kit.ts'
import { type RunProductOptions, runProduct } from './fields-kit.ts'
import { requirement } from './requirement.ts'
import { put } from './scripted-kit.ts'

const kits: HeadlessKit[] = []
afterAll(() => Promise.all(kits.map(kit => kit.close())))

describe('the log', () => {
  requirement(
    '000:113',
    'says whose key a session asks with: the project’s, one of this run, an organisation’s',
    async () => {
      const settings = (key: string): string => JSON.stringify({ env: { ANTHROPIC_API_KEY: key } })
      const source = async (options: Omit<RunProductOptions, 'prompts' | 'replies'>): Promise<unknown> => {
        const { log, wire, kit } = await runProduct({ prompts: ['hi'], replies: ['Hi.'], ...options })
        kits.push(kit)
        expect(wire.find(({ type }) => type === 'result')).toMatchObject({ is_error: false, result: 'Hi.' })
        return log.find(({ subtype }) => subtype === 'init')?.apiKeySource
      }
      const ofProject = source({
        argv: ['--trust'],
        env: () => ({ ANTHROPIC_API_KEY: '' }),
        prepare: ({ folder }) => put(join(folder, '.claude', 'settings.json'), settings('of the project')),
      })
      const ofRun = source({ argv: ['--settings', settings('of this run')] })
      expect(await Promise.all([ofProject, ofRun])).toEqual(['project', 'temporary'])
      const ofCloud = source({
        env: ({ simulator }) => ({
          ...{ CLAUDE_CODE_USE_BEDROCK: '1', ANTHROPIC_BEDROCK_BASE_URL: simulator.url },
          ...{ AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' },
        }),
        simulator: { platform: 'bedrock' },
      })
      expect(await ofCloud).toBe('org')
    },
  )
})
