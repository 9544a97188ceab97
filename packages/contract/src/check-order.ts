/** The stages in which the API looks at a request, by the rules that belong to each (api-rules §7, inferred). */
const STAGES: readonly (readonly RegExp[])[] = [
  [/^ENV-0[12]$/],
  [/^ENV-0[4-7]$/],
  [/^ENV-03$/],
  [
    /^ENV-(?!08)/,
    /^TOK-(0[19]|1[01])$/,
    /^(TDF|SKL|BAT|FBK|THR)-/,
    /^EMP-07$/,
    /^TUP-(0[789]|12)$/,
    /^SRV-0[125]$/,
    /^THK-(0[47]|1[25]|23)$/,
    /^CAC-0[36]$/,
    /^IMG-05$/,
    /^PDF-03$/,
    /^FIL-01$/,
    /^SYS-07$/,
  ],
  [/^ENV-08$/, /^(OUT|PLT)-/, /^THK-0[12356]$/, /^TCH-04$/, /^SRV-13$/, /^SYS-06$/, /^TOK-0[25678]$/],
  [/^(ROL|EMP|TUP|SRV|TRF|MCP|SYS|THK|TCH|CMP|SEA|CIT)-/],
  [/^(IMG|PDF|FIL)-/],
  [/^CAC-/],
  [/^TOK-/],
]

/** When the API looks at a rule: 0 is first. Rules that nobody has placed come with the meaning of messages. */
export function checkStage(ruleId: string): number {
  const stage = STAGES.findIndex(patterns => patterns.some(pattern => pattern.test(ruleId)))
  return stage === -1 ? MEANING : stage
}

const MEANING = 5
