import type { AgentChoice } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { findDefaultAgent } from '../settings/default-agent.ts'
import { findDefaultMode, findDefaultModel } from './chat-defaults.ts'

const CLAUDE: AgentChoice = {
  id: 'claude',
  version: '2.1.0',
  path: '/bin/claude',
  models: [{ id: 'opus', name: 'Opus' }],
}
const OURS: AgentChoice = { id: 'antiphon', provider: 'anthropic', keyFrom: 'environment', models: [] }
const DEMO: AgentChoice = { id: 'demo', models: [] }

describe('what a new chat begins with', () => {
  it('is the agent of the settings, or the first where that is not there', () => {
    expect(findDefaultAgent([CLAUDE, OURS, DEMO], { agent: 'antiphon' })).toBe(OURS)
    expect(findDefaultAgent([CLAUDE, DEMO], { agent: 'claude-code' })).toBe(CLAUDE)
    expect(findDefaultAgent([OURS, DEMO], { agent: 'claude-code' })).toBe(OURS)
    expect(findDefaultAgent([], { agent: 'demo' })).toBeUndefined()
  })
  it('is the model of the settings where the agent takes it', () => {
    expect(findDefaultModel(CLAUDE, { agent: 'antiphon', model: 'opus' })).toBe('opus')
    expect(findDefaultModel(CLAUDE, { agent: 'antiphon', model: 'own-model' })).toBe('')
    expect(findDefaultModel(OURS, { agent: 'antiphon', model: 'own-model' })).toBe('own-model')
    expect(findDefaultModel(DEMO, { agent: 'demo', model: 'opus' })).toBe('')
  })
  it('is the mode of the settings, and the agent’s own where that is the usual one', () => {
    expect(findDefaultMode(['default', 'plan'], { permissionMode: 'plan' })).toBe('plan')
    expect(findDefaultMode(['default'], { permissionMode: 'plan' })).toBe('')
    expect(findDefaultMode(['default', 'plan'], { permissionMode: 'default' })).toBe('')
  })
})
