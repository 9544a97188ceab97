import { isObject } from '@antiphon/contract'
import { readString } from '../message/read-field.ts'
import { createOpenAgentCalls } from './open-agent-calls.ts'
import { readNestedMessages } from './subagent-messages.ts'
import { readToolPart } from './tool-part.ts'

/** Answers, for the values of a log in their order, which call's work each belongs to; undefined is the main thread. */
export type FindOwner = (value: unknown) => string | undefined

/**
 * Finds the call behind each message of a subagent. Newer logs name it (`parentToolUseID`,
 * `sourceToolUseID`, or an `agentId` that the call's result holds too); older ones store side chains
 * without a name, which begin with the prompt of their call.
 */
export function createOwnerFinder(values: readonly unknown[]): FindOwner {
  const ownerOfAgent = readAgentOwners(values)
  const ownerOfUuid = new Map<string, string>()
  const openCalls = createOpenAgentCalls()

  function findSidechainOwner(value: Record<string, unknown>): string | undefined {
    const agentId = readString(value, 'agentId', 'agent_id')
    if (agentId !== undefined) return ownerOfAgent.get(agentId)
    const ofParent = ownerOfUuid.get(readString(value, 'parentUuid') ?? '')
    return ofParent ?? openCalls.match(value)
  }

  function findOwner(value: Record<string, unknown>): string | undefined {
    if (value.type === 'progress') {
      const named = readString(value, 'parentToolUseID')
      return named === undefined && readNestedMessages(value).length > 0 ? openCalls.match(value) : named
    }
    const named = readNamedOwner(value)
    return named === undefined && value.isSidechain === true ? findSidechainOwner(value) : named
  }

  return value => {
    if (!isObject(value)) return undefined
    const owner = findOwner(value)
    const uuid = readString(value, 'uuid')
    if (owner !== undefined && uuid !== undefined) ownerOfUuid.set(uuid, owner)
    openCalls.see(value)
    return owner
  }
}

function readNamedOwner(value: Record<string, unknown>): string | undefined {
  const parent = readString(value, 'parentToolUseID', 'parent_tool_use_id')
  if (parent !== undefined) return parent
  return readToolPart(value) ? undefined : readString(value, 'sourceToolUseID')
}

function readAgentOwners(values: readonly unknown[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  for (const value of values) {
    if (!isObject(value)) continue
    const part = readToolPart(value)
    if (part?.role !== 'result' && part?.role !== 'progress') continue
    const source = part.role === 'result' ? (value.toolUseResult ?? value.tool_use_result) : value.data
    const agentId = readString(source, 'agentId', 'agent_id')
    if (agentId !== undefined && !owners.has(agentId)) owners.set(agentId, part.id)
  }
  return owners
}
