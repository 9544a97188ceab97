/** Asks the model to sum up the conversation so that it can go on without it. */
export function toCompactionPrompt(instructions?: string): string {
  return `${PROMPT}${instructions ? `\n\nThe person adds: ${instructions}` : ''}`
}

const PROMPT = `The conversation gets too long and goes on without what stands above. Write down everything that is needed to continue the work as if nothing had happened. Call no tool; answer with text alone:

<analysis>
Go through the conversation from the beginning: what was asked, what was found, decided, changed, and what is open. Check that nothing important is missing.
</analysis>
<summary>
1. What the person wants: every wish and correction, the latest one word for word.
2. Facts and decisions: how the project works as far as it matters, why things were done as they were.
3. Files and code: each file that was read, changed or made, what is in it that matters, with the decisive snippets.
4. Errors: what went wrong and how it was solved, and what the person said about it.
5. State: what is done, what is being done right now, down to the last step.
6. Next: the very next step, if one follows from the last wish.
</summary>`

/** The message with which the conversation begins anew. */
export function toSummaryText(answer: string): string {
  const said = answer.replace(/<analysis>[\s\S]*?(?:<\/analysis>|$)/, '')
  // Up to the last mark: the summary itself may speak of such elements.
  const summary = /<summary>([\s\S]*)<\/summary>/.exec(said)?.[1] ?? said.replace('<summary>', '')
  return `This conversation goes on from an earlier one that became too long. What happened there:\n\n${summary.trim()}\n\nGo on with the last step as if it had not been interrupted. Do not mention this summary.`
}
