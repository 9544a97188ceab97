/** What was typed or printed, so that it neither ends its own tag nor begins another; `armTags` gives it back. */
export function disarmTags(text: string): string {
  return text.replaceAll(WRITTEN, (_, tag: string | undefined, more: string, disarmed: string) =>
    tag === undefined ? `&amp;${more}lt;${disarmed}&gt;` : `&lt;${tag}&gt;`,
  )
}

/** What `disarmTags` was given. */
export function armTags(text: string): string {
  return text.replaceAll(DISARMED, (_, more: string, tag: string) =>
    more === '' ? `<${tag}>` : `&${more.slice('amp;'.length)}lt;${tag}&gt;`,
  )
}

const NAME = '/?(?:bash-(?:input|stdout|stderr)|local-command-[a-z]+|command-(?:name|message|args))'
const DISARMED = new RegExp(`&((?:amp;)*)lt;(${NAME})&gt;`, 'g')
const WRITTEN = new RegExp(`<(${NAME})>|${DISARMED.source}`, 'g')
