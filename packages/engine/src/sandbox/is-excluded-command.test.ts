import { describe, expect, it } from 'vitest'
import { isExcludedCommand } from './create-sandbox.ts'

describe('a command that is excluded from the sandbox', () => {
  it.each([
    ['docker ps', ['docker'], true],
    ['docker ps | docker inspect', ['docker *'], true],
    ['docker ps; rm x', ['docker'], false],
    ['docker ps $(rm x)', ['docker'], false],
    ['dockerd', ['docker'], false],
    ['npm run lint', ['npm run:*'], true],
    ['PATH=. docker ps', ['docker'], false],
    ['ls', [], false],
  ])('%s with %j: %s', (command, excluded, isExcluded) => {
    expect(isExcludedCommand(command, excluded, '/home/me')).toBe(isExcluded)
  })
})
