import { describe, expect, it } from 'vitest'
import { runHere } from '../../test/test-io.ts'
import { DEMO_FILE } from './demo.ts'

describe('antiphon api', () => {
  it('prints the request alone on stdout and the repairs on stderr', async () => {
    const { code, stdout, stderr } = await runHere(['api', DEMO_FILE])
    const request = JSON.parse(stdout)
    expect(code).toBe(0)
    expect(request.messages[0].role).toBe('user')
    expect(stdout.match(/"cache_control"/g)?.length).toBeLessThanOrEqual(4)
    expect(stderr).toContain('1×  TUP-01          inserted')
  })

  it('prints everything as one object with --json', async () => {
    const report = JSON.parse((await runHere(['api', DEMO_FILE, '--json'])).stdout)
    expect(Object.keys(report)).toEqual(expect.arrayContaining(['request', 'repairs', 'violations']))
    expect(report.violations.stored.length).toBeGreaterThan(0)
    expect(report.violations.request).toEqual([])
  })

  it('prints the report alone with --repairs', async () => {
    const { stdout, stderr } = await runHere(['api', DEMO_FILE, '--repairs'])
    expect(stdout).toMatch(/^\d+ changes between the log and the request\n/)
    expect(stderr).not.toContain('changes')
  })

  it.each(['anthropic', 'bedrock', 'vertex'])('sends what %s accepts', async platform => {
    const { code, stdout } = await runHere(['api', DEMO_FILE, '--check', '--platform', platform])
    expect(stdout).toContain(`on ${platform}, API 2026-10-21`)
    expect(stdout).toContain('✗ As stored: the API would refuse it')
    expect(stdout).toContain('✓ As sent: the API would accept it.')
    expect(code).toBe(0)
  })

  it('tries a request without a step, and tells which rule would refuse it', async () => {
    const { code, stdout } = await runHere(['api', DEMO_FILE, '--check', '--without', 'pair-tool-results'])
    expect(code).toBe(1)
    expect(stdout).toContain('Without pairToolResults\n')
    expect(stdout).toMatch(/\d+ messages? differs? from the request that is sent otherwise/)
    expect(stdout).toContain('✗ The API would refuse it by TUP-01: 400 invalid_request_error: messages.')
    const both = ['--without', 'dropBlankText', '--without', 'keepThinkingRuns']
    const { trial } = JSON.parse((await runHere(['api', DEMO_FILE, '--json', ...both])).stdout)
    expect(trial).toMatchObject({ without: ['dropBlankText', 'keepThinkingRuns'], order: [], tooLate: [] })
  })

  it('tries steps in another order', async () => {
    const argv = ['api', DEMO_FILE, '--order', 'wellFormedStrings,omitUnsent']
    const { stderr, code } = await runHere(argv)
    expect(code).toBe(0)
    expect(stderr).toContain('In the order wellFormedStrings, omitUnsent\n')
    expect(stderr).toContain('omitUnsent finds nothing to do there')
  })

  it('names the steps where a name is none, and in its help', async () => {
    const { code, stderr } = await runHere(['api', DEMO_FILE, '--without', 'pairing'])
    expect(code).toBe(2)
    expect(stderr).toContain(
      "pairing is no step of the model's view. Steps: applyContextEdits, reorderAttachments",
    )
    expect((await runHere(['api', DEMO_FILE, '--order', 'checkMedia'])).stderr).toContain('two steps')
    expect((await runHere(['api', '--help'])).stdout).toContain('of the request:  placeTurns, fitRequest')
  })

  it('ends with 1 where even the request would be refused', async () => {
    const { code, stdout, stderr } = await runHere(['api', DEMO_FILE, '--check', '--model', 'glm-4.7'])
    expect(stderr).toContain('Nothing is known of the model glm-4.7')
    expect(stdout).toContain('✗ As sent')
    expect(code).toBe(1)
  })

  it('goes on with a model that it does not know', async () => {
    const { code, stdout, stderr } = await runHere(['api', DEMO_FILE, '--model', 'claude-next'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout).model).toBe('claude-next')
    expect(stderr).toContain(
      'Nothing is known of the model claude-next; the limits of a recent model are assumed.',
    )
  })
})
