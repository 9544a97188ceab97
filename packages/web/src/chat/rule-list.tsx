import type { ChatQuestion } from '@antiphon/core/chat'
import { oneLine, stripControl } from '@antiphon/core/ui'
import type { PermissionUpdate, RuleDescription } from '@antiphon/core/wire'
import type { ReactElement } from 'react'
import type { ChatTexts } from '../language/chat-texts.ts'
import { useTexts } from '../page/page-context.ts'
import { readList, readText } from '../story/first-block.ts'
import css from './cards.module.css'

/** What "always allow" would allow: each rule in words, with something else that it allows, and as it is written. */
export function RuleListView({ question }: { readonly question: ChatQuestion }): ReactElement {
  const texts = useTexts().chat
  return (
    <div className={css.rules}>
      {texts.rules}:
      <ul>
        {question.suggestions
          .flatMap(update => listFacts(question, update, texts))
          .map((fact, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rules of a question never change
            <li key={index}>{typeof fact === 'string' ? fact : <ToldRuleView {...fact} />}</li>
          ))}
      </ul>
    </div>
  )
}

type ToldRule = { readonly description: RuleDescription; readonly rule: string; readonly place: string }

/** The rules of a change, each by itself; the change in one sentence where the server says nothing of them. */
function listFacts(
  { descriptions }: ChatQuestion,
  update: ChatQuestion['suggestions'][number],
  texts: ChatTexts,
): readonly (ToldRule | string)[] {
  const isAllowed = update.type === 'addRules' && update.behavior === 'allow'
  const rules = isAllowed ? formatRules(update) : []
  const place = placeOf(update, texts)
  const told = rules.flatMap(rule => {
    const description = descriptions.get(rule)
    return description ? [{ rule, description, place }] : []
  })
  return told.length > 0 && told.length === rules.length ? told : [describeUpdate(update, texts)]
}

function ToldRuleView({ description, rule, place }: ToldRule): ReactElement {
  const texts = useTexts().chat.rule
  const example = 'example' in description ? description.example : undefined
  return (
    <>
      {texts.allows(description)}
      {example !== undefined && (
        <>
          {texts.example} <code>{example}</code>
        </>
      )}
      <span className={css.ruleSource}>
        {`${place}${texts.written} `}
        <code>{oneLine(stripControl(rule), 200)}</code>
      </span>
    </>
  )
}

/** What a change of the rules would mean, in words; the change is the agent's and may hold anything. */
export function describeUpdate(update: PermissionUpdate, texts: ChatTexts): string {
  const place = placeOf(update, texts)
  switch (update.type) {
    case 'addRules': {
      const rules = showRules(update)
      return update.behavior === 'allow' ? texts.ruleAllow(rules, place) : texts.ruleOther(rules, place)
    }
    case 'setMode':
      return texts.ruleMode(texts.modes[update.mode] ?? String(update.mode), place)
    case 'addDirectories': {
      const folders = readList(update, 'directories').map(folder => show(String(folder)))
      return texts.ruleFolders(folders.join(', '), place)
    }
    default:
      return texts.ruleOther(showRules(update), place)
  }
}

/** Where a change would hold. */
function placeOf(update: PermissionUpdate, texts: ChatTexts): string {
  const destination = readText(update, 'destination') ?? ''
  return texts.places[destination] ?? show(destination)
}

/** The rules of a change, as they are written. */
function formatRules(update: PermissionUpdate): readonly string[] {
  return readList(update, 'rules').map(rule => {
    const content = readText(rule, 'ruleContent')
    const name = readText(rule, 'toolName') ?? ''
    return content === undefined ? name : `${name}(${content})`
  })
}

function showRules(update: PermissionUpdate): string {
  return formatRules(update).map(show).join(', ')
}

function show(text: string): string {
  return oneLine(stripControl(text), 200)
}
