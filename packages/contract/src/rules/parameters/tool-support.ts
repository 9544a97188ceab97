import type { ApiTarget } from '../../api-target.ts'
import { assertNever } from '../../json.ts'
import { canonicalModelName } from '../../tables/models.ts'
import { PLATFORMS } from '../../tables/platforms.ts'
import { hasBeta } from './request-parts.ts'
import { TOOL_TYPES, type ToolType } from './tool-types.ts'

const BEFORE_COMPUTER_TOOLSET = [
  'claude-opus-4-5',
  'claude-sonnet-4-5',
  'claude-haiku-4-5',
  'claude-opus-4-6',
  'claude-sonnet-4-6',
  'claude-opus-4-7',
]

const AFTER_COMPUTER_20250124 = [
  'claude-opus-4-5',
  'claude-opus-4-6',
  'claude-sonnet-4-6',
  'claude-opus-4-7',
  'claude-opus-4-8',
  'claude-opus-5',
  'claude-opus-5-5',
  'claude-sonnet-5',
  'claude-sonnet-5-5',
  'claude-fable-5',
  'claude-fable-5-1',
  'claude-mythos-5',
  'claude-mythos-5-1',
]

/** Models that are known to refuse a type; where nobody knows, the type passes. */
const REFUSED_BY: ReadonlyMap<string, readonly string[]> = new Map([
  ['browser_toolset_20260801', BEFORE_COMPUTER_TOOLSET],
  ['computer_toolset_20260801', BEFORE_COMPUTER_TOOLSET],
  ['computer_20241022', [...AFTER_COMPUTER_20250124, 'claude-sonnet-4-5', 'claude-haiku-4-5']],
  ['computer_20250124', AFTER_COMPUTER_20250124],
  ['computer_20251124', ['claude-sonnet-4-5', 'claude-haiku-4-5', 'claude-opus-5-5', 'claude-sonnet-5-5']],
])

/** The types that a request to this platform with these betas may name at all. */
export function acceptedToolTypes(target: ApiTarget): readonly string[] {
  return [...TOOL_TYPES].filter(([, type]) => isOffered(type, target)).map(([name]) => name)
}

/** Whether the model takes a type that its platform offers. */
export function modelTakesTool(type: string, target: ApiTarget): boolean {
  const model = canonicalModelName(target.model)
  // Opus 5.5 keeps the older computer tool on Bedrock.
  if (type === 'computer_20251124' && target.platform === 'bedrock' && model === 'claude-opus-5-5')
    return true
  return REFUSED_BY.get(type)?.includes(model) !== true
}

function isOffered(type: ToolType, target: ApiTarget): boolean {
  if (type.betas && !hasBeta(target, ...type.betas)) return false
  const { serverTools } = PLATFORMS[target.platform]
  switch (type.kind) {
    case 'server':
      if (serverTools === 'all') return true
      return serverTools !== 'none' && !type.dynamic && serverTools.includes(type.name ?? '')
    case 'mcp':
      return target.platform === 'anthropic'
    case 'toolset':
      return target.platform !== 'bedrock'
    case 'custom':
    case 'client':
    case 'search':
      return true
    default:
      return assertNever(type.kind)
  }
}
