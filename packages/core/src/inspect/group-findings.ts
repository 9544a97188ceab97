/** Findings of one rule together: how many, and the first few different texts. */
export type FindingGroup = {
  readonly rule: string
  readonly kind: string
  readonly count: number
  readonly examples: readonly string[]
}

export type GroupFindingsOptions<Finding> = {
  readonly findings: readonly Finding[]
  readonly ruleOf: (finding: Finding) => string
  /** What tells groups of one rule apart. */
  readonly kindOf: (finding: Finding) => string
  readonly textOf: (finding: Finding) => string
  readonly examples?: number
}

/** Groups in the order of their first finding. */
export function groupFindings<Finding>(options: GroupFindingsOptions<Finding>): readonly FindingGroup[] {
  const { findings, ruleOf, kindOf, textOf, examples = 2 } = options
  const groups = new Map<string, { rule: string; kind: string; count: number; examples: Set<string> }>()
  for (const finding of findings) {
    const [rule, kind] = [ruleOf(finding), kindOf(finding)]
    const key = `${rule} ${kind}`
    const group = groups.get(key) ?? { rule, kind, count: 0, examples: new Set() }
    groups.set(key, group)
    group.count += 1
    if (group.examples.size < examples) group.examples.add(textOf(finding))
  }
  return Array.from(groups.values(), group => ({ ...group, examples: [...group.examples] }))
}
