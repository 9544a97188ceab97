import { tmpdir } from 'node:os'
import type { WireEvent } from '@antiphon/core'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { describeSuggestions } from '../../../server/src/chat/describe-suggestions.ts'
import { chooseIn, setUpChatPlaces } from './chat-place.ts'
import { choose, IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const kit = setUpWindow()
const open = setUpChatPlaces(kit)
const { picture, checkAccess } = kit

const STORED = '33333333-3333-4333-8333-333333333333'
const LINE = JSON.stringify({
  ...{ type: 'user', uuid: 'b1111111-1111-4111-8111-111111111111', parentUuid: null, sessionId: STORED },
  ...{ cwd: '{folder}', isSidechain: false, version: '2.1.200', timestamp: '2026-11-15T08:00:00.000Z' },
  message: { role: 'user', content: 'Light the lamp' },
})

/** An agent that says what the test says: `tell(event)`; what it hears stands in `heard`. */
const FAKE_AGENT = `
  const ask = window.fetch
  const encoder = new TextEncoder()
  let line
  let seq = 0
  window.heard = []
  window.isFollowed = () => line !== undefined
  window.tell = event => line.enqueue(encoder.encode('data: ' + JSON.stringify({ seq: seq++, event }) + '\\n\\n'))
  window.fetch = async (url, options = {}) => {
    const name = /\\/api\\/chat\\/(\\w+)/.exec(String(url))?.[1]
    if (name === 'events') return new Response(new ReadableStream({ start: controller => { line = controller } }))
    if (name === 'open')
      return Response.json({
        chat: 'c', session: 's', sessionId: 's', cwd: '/', model: 'opus', permissionMode: 'plan', isDemo: true, agent: 'demo', models: [],
        problems: ['a setting could not be read'], queued: [], isHolding: false, commands: [], people: [], systemUser: 'me',
      })
    if (name !== 'control') return ask(url, options)
    window.heard.push(JSON.parse(options.body).frame)
    return new Response(null, { status: 204 })
  }
`

const cards = (page: Page): Locator => page.getByRole('alertdialog')
const tell = (page: Page, event: object): Promise<unknown> => page.evaluate(`tell(${JSON.stringify(event)})`)
const heard = async (page: Page): Promise<readonly unknown[]> => {
  const frames =
    await page.evaluate<readonly { response?: { response?: unknown }; request?: unknown }[]>('heard')
  return frames.map(({ response, request }) => response?.response ?? request)
}

async function begin(page: Page, continues: RegExp): Promise<void> {
  await page.addInitScript(FAKE_AGENT)
  await page.reload()
  await page.getByText('Light the lamp').first().click()
  await page.getByRole('button', { name: continues }).click()
  await page.locator('.composer-field').waitFor()
  // The browser has to say first whose turn it is to listen.
  await expect.poll(() => page.evaluate('isFollowed()')).toBe(true)
  await tell(page, { type: 'system', subtype: 'init', model: 'opus', permissionMode: 'plan' })
}

function question(id: string, name: string, input: object, more: object = {}): object {
  return {
    type: 'control_request',
    request_id: id,
    request: { subtype: 'can_use_tool', tool_name: name, tool_use_id: `call-${id}`, input, ...more },
  }
}

const EDIT = { file_path: '/harbour/lamp.ts', old_string: 'let lit = false', new_string: 'let lit = true' }
const PLAN = { plan: '# The plan\n\n1. Change the **fuse**\n2. Light the lamp <img src=x onerror=alert(1)>' }
const CHOICES = {
  questions: [
    {
      question: 'Which colour?',
      header: 'Colour',
      options: [
        { label: 'Red', description: 'warm' },
        { label: 'Blue \u202eeulb', description: '<b>cold</b>' },
      ],
    },
    {
      question: 'Which lamps?',
      header: 'Lamps',
      multiSelect: true,
      options: [{ label: 'First' }, { label: 'Last' }],
    },
  ],
}

describe.skipIf(IS_SKIPPED)('questions of an agent', { timeout: PAGE_TIMEOUT_MS }, () => {
  const place = { route: '/', logs: { [`projects/-harbour/${STORED}.jsonl`]: `${LINE}\n` } }

  it.each(['light', 'dark'] as const)('say in words what would always be allowed (%s)', async colorScheme => {
    const { page, faults } = await open({ ...place, context: { colorScheme } })
    await begin(page, /Continue this session/)
    const rules = [
      { toolName: 'Bash', ruleContent: 'npm test:*' },
      { toolName: 'Edit', ruleContent: 'src/**' },
      { toolName: 'Klingon', ruleContent: 'x' },
    ]
    const asked = question(
      'rules',
      'Bash',
      { command: 'npm test' },
      {
        permission_suggestions: [
          { type: 'addRules', behavior: 'allow', destination: 'localSettings', rules: rules.slice(0, 2) },
          { type: 'addRules', behavior: 'allow', destination: 'session', rules: rules.slice(2) },
        ],
      },
    )
    await tell(page, describeSuggestions(asked as WireEvent, { cwd: tmpdir(), home: tmpdir() }))
    const told = cards(page).locator('.cards-rules li')
    await told.nth(2).waitFor()
    expect(await told.first().textContent()).toMatch(
      /^Allows every command that begins with “npm test”, for example also npm test .+in this project, for you\. Rule: Bash\(npm test:\*\)$/,
    )
    expect(await told.nth(1).textContent()).toContain(
      'Allows changing every file anywhere below the folder “src” in the working folder, for example also src/folder/example.txt',
    )
    await picture(page, `cards-rules-${colorScheme}`)
    await checkAccess(page)
    await choose(page, '简体中文')
    expect(await told.first().textContent()).toMatch(
      /^允许以“npm test”开头的所有命令，例如也允许 npm test .+规则：/,
    )
    await picture(page, `cards-rules-chinese-${colorScheme}`)
    await cards(page).focus()
    await page.keyboard.press('2')
    await cards(page).waitFor({ state: 'detached' })
    expect(await heard(page)).toMatchObject([
      { behavior: 'allow', updatedPermissions: [{ rules: rules.slice(0, 2) }, {}] },
    ])
    expect(faults).toEqual([])
  })

  it('are cards that are answered by keys alone, one after the other', async () => {
    const { page, faults } = await open(place)
    await begin(page, /Continue this session/)
    await tell(page, question('one', 'Bash\u202e', { command: 'echo <script>alert(1)</script>\u001b[31m' }))
    await tell(page, question('two', 'Edit', EDIT, { agent_id: 'a', decision_reason: 'it would write' }))
    await tell(page, question('gone', 'Bash', { command: 'true' }))
    await cards(page).nth(2).waitFor()
    expect(await page.title()).toMatch(/^● /)
    await tell(page, { type: 'control_cancel_request', request_id: 'gone' })
    await cards(page).nth(2).waitFor({ state: 'detached' })
    await picture(page, 'cards-two')
    await checkAccess(page)
    // Where no rule is suggested nothing can be allowed for ever.
    await cards(page).first().focus()
    await page.keyboard.press('2')
    expect(await cards(page).count()).toBe(2)
    await page.keyboard.press('1')
    await cards(page).nth(1).waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Edit')
    await page.keyboard.press('3')
    await page.keyboard.type('Not that file 1')
    await page.keyboard.press('Enter')
    await cards(page).waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA')
    expect(await page.title()).not.toMatch(/^●/)
    await page.keyboard.type('half a sen')
    await tell(page, question('plan', 'ExitPlanMode', PLAN))
    await cards(page).getByText('Change the fuse').waitFor()
    await page.keyboard.type('tence')
    expect(await page.locator('.composer-field').inputValue()).toBe('half a sentence')
    await page.keyboard.press('Escape')
    await picture(page, 'cards-plan')
    await cards(page).focus()
    await page.keyboard.press('1')
    await tell(page, question('ask', 'AskUserQuestion', CHOICES))
    await cards(page).getByText('Which colour?').waitFor()
    await cards(page).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Answer', exact: true }).click()
    await page.getByText('Choose an answer to every question.').waitFor()
    await cards(page).getByLabel('Last').check()
    await cards(page).getByLabel('Something else: Which lamps?').fill('and the red one')
    await picture(page, 'cards-choice')
    await checkAccess(page)
    await page.keyboard.press('Enter')
    await cards(page).waitFor({ state: 'detached' })
    expect(await heard(page)).toMatchObject([
      { behavior: 'allow', toolUseID: 'call-one' },
      { behavior: 'deny', message: expect.stringMatching(/^Permission .* was denied\..*\nNot that file 1$/) },
      { subtype: 'interrupt' },
      {
        behavior: 'allow',
        updatedInput: PLAN,
        updatedPermissions: [{ type: 'setMode', mode: 'default' }],
      },
      {
        behavior: 'allow',
        updatedInput: { answers: { 'Which colour?': 'Red', 'Which lamps?': 'Last, and the red one' } },
      },
    ])

    await tell(page, {
      type: 'system',
      subtype: 'api_retry',
      attempt: 2,
      max_retries: 10,
      retry_delay_ms: 4000,
      error_status: 529,
    })
    await page.getByText('(529). Trying again in 4 s, attempt 2 of 10.').waitFor()
    await tell(page, {
      type: 'result',
      subtype: 'success',
      is_error: true,
      result: 'Overloaded',
      terminal_reason: 'api_error',
    })
    await page.getByText('The turn failed: Overloaded').waitFor()
    await chooseIn(page, 'Permissions', /^Ask before edits/)
    const [wish] = (await page.evaluate<readonly { request_id: string }[]>('heard')).slice(-1)
    await tell(page, {
      type: 'control_response',
      response: { subtype: 'error', request_id: wish?.request_id, error: 'Not here.' },
    })
    await page.getByText('Not here.').waitFor()
    await page.getByRole('button', { name: 'Permissions: Plan first' }).waitFor()
    await picture(page, 'cards-trouble')
    expect(faults).toEqual([])
  })

  it('are read in Chinese, in the dark, on a phone', async () => {
    const { page, faults } = await open({
      ...place,
      route: '/sessions',
      context: {
        viewport: { width: 390, height: 780 },
        locale: 'zh-CN',
        colorScheme: 'dark',
        hasTouch: true,
      },
    })
    await begin(page, /继续这个会话/)
    await tell(
      page,
      question('one', 'Edit', EDIT, {
        permission_suggestions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
      }),
    )
    await cards(page).getByText('在这个会话里切换为“接受编辑”').waitFor()
    // What another said waits, too; the words are theirs to take back, and the field stays in the window.
    const prompts = [{ uuid: 'theirs', text: 'And the mast', author: { id: 'b', name: 'Ben' } }]
    await tell(page, { type: 'system', subtype: 'prompts_waiting', prompts })
    await page.locator('.chat-queue li', { hasText: 'Ben' }).waitFor()
    expect(await page.locator('.chat-queue button').count()).toBe(0)
    const bottom = await page.locator('.composer').evaluate(one => one.getBoundingClientRect().bottom)
    expect(bottom).toBeLessThanOrEqual(780)
    await picture(page, 'cards-phone')
    await checkAccess(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await cards(page).getByRole('button', { name: '总是允许' }).tap()
    await page.getByRole('button', { name: '添加上下文' }).tap()
    await page.getByRole('option', { name: /^工作区/ }).waitFor()
    await picture(page, 'context-phone')
    await checkAccess(page)
    await page.keyboard.press('Escape')
    await page.goto(page.url().replace(/#.*/, '#/chat'))
    await page.getByRole('heading', { name: '新对话' }).waitFor()
    await page.getByText('没有设置密钥').waitFor()
    await picture(page, 'chat-new-phone')
    await checkAccess(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(faults).toEqual([])
  })

  it('show what a server asks as a form with its proposals, and a page that only the person opens', async () => {
    const { page, faults } = await open(place)
    await begin(page, /Continue this session/)
    await tell(page, {
      type: 'control_request',
      request_id: 'e1',
      request: {
        subtype: 'elicitation',
        ...{ mcp_server_name: 'lamp', message: 'Which lamp?', mode: 'form' },
        requested_schema: {
          type: 'object',
          properties: {
            name: { type: 'string', title: 'Name' },
            watts: { type: 'integer', default: 40 },
            colour: { type: 'string', enum: ['red', 'blue'], default: 'blue' },
          },
          required: ['name'],
        },
      },
    })
    const card = cards(page)
    await card.getByText('The server “lamp” asks').waitFor()
    await card.getByRole('button', { name: 'Answer' }).click()
    await card.getByText('“Name” needs an answer').waitFor()
    await checkAccess(page)
    await card.getByLabel('Name *').fill('Fresnel')
    await card.getByRole('button', { name: 'Answer' }).click()
    await expect
      .poll(() => heard(page))
      .toEqual([{ action: 'accept', content: { name: 'Fresnel', watts: 40, colour: 'blue' } }])
    await page.evaluate('window.open = (...words) => { window.opened = words }')
    const url = 'https://auth.example/authorize?client_id=1'
    await tell(page, {
      type: 'control_request',
      request_id: 'e2',
      request: { subtype: 'elicitation', mcp_server_name: 'lamp', message: 'Log in?', mode: 'url', url },
    })
    await card.getByText(url).waitFor()
    expect(await page.evaluate('window.opened')).toBeUndefined()
    await card.getByRole('button', { name: 'Open the page' }).click()
    expect(await page.evaluate('window.opened')).toEqual([url, '_blank', 'noopener,noreferrer'])
    await expect.poll(async () => (await heard(page)).at(-1)).toEqual({ action: 'accept', content: {} })
    expect(faults).toEqual([])
  })
})
