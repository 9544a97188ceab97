/** Something that an agent could want to know of past sessions, and what has to be in the answer. */
export type RecallQuestion = {
  /** What is looked for: what was answered to a prompt, what a command printed last, what followed a failure, why a file was changed last, how many tokens were answered in a directory. */
  readonly kind: 'said' | 'command' | 'failure' | 'file' | 'usage'
  /** What the agent knows: words, a command, a path, a directory. */
  readonly given: string
  readonly answer: string
}

/**
 * Found in fixtures/corpus by a script that reads nothing but JSON lines (the next answer behind a prompt, the newest
 * result of a command, the next call behind an error, the last prompt before the newest edit of a file, the sum of
 * output tokens by message id), with a drawing of lots where there were more; none was chosen by what a tool finds.
 */
export const RECALL_QUESTIONS: readonly RecallQuestion[] = [
  { kind: 'said', given: 'Urtlewind owladder', answer: 'Bas ketbir chgree nharbo rgreenva l leypenc ilcand' },
  { kind: 'said', given: 'ineengi dowturt', answer: 'Alph abeac onalp. Hag reenengin ebasketpenc, ilwin' },
  {
    kind: 'said',
    given: 'loudgreenbad walphavalley',
    answer: 'Clou dbadg - "eralphabirc" hw aterengi neharb. Ort',
  },
  { kind: 'said', given: 'astoneh ilneed', answer: "Bas'ke theronbirc hsilv - er *valle* yb aske. Ttu" },
  {
    kind: 'said',
    given: 'ronmeadowbad ternocea',
    answer: "C'ed arhe ron turtlestonep encileng in ecloudhero",
  },
  {
    kind: 'said',
    given: 'harborbadger rchbasket',
    answer: "Sto ne penci lpe'n cilg re ene ngi ne heroncan dle",
  },
  { kind: 'said', given: 'erneedle rnbeacon', answer: "H'ar borha rb orgreen beaconme — ado wclo udbas, k" },
  { kind: 'said', given: 'turtlebeac adgerst', answer: "A'lp haharborc edarher onh arboral pha badgersto n" },
  { kind: 'said', given: 'rblewindo dowbeac', answer: 'Greenme! A dowal pha alpha. Sil Verclo udla **nte' },
  {
    kind: 'said',
    given: 'owheronbadg Rbleharbo',
    answer: "Lant ernca. Ndl ew aterladdera lph acan dlel adde'",
  },
  {
    kind: 'said',
    given: 'NeeDlestonelAdde DleheronpEnci',
    answer: 'Gree. Ntu rtle mea dowg reenhe ron turtleen gi nec',
  },
  {
    kind: 'said',
    given: 'AdgeRwiNdoWneEdLece BaskEtPenCi',
    answer: 'Mar bl eceda rgr eenengi nehar bo rladd erwi ndowc',
  },
  {
    kind: 'said',
    given: 'leturtleced Valleybask',
    answer: "Her'on alpha, green'l ad `derceda_rpencilceda` rb",
  },
  { kind: 'said', given: 'onbirch dowwate', answer: "Alp'ha silvermead owcan! D les ton ec eda ral phaw" },
  {
    kind: 'command',
    given: 'wate rst one && ocea nla dder 4>&0 | marb -00',
    answer: 'ado/wturtl/een/gineengine/silvermea.do:008:0: wclo',
  },
  {
    kind: 'command',
    given: 'la nte rnneed lene/edle_cloudbea_conwaterbe_acon.wa -t',
    answer: 'NEEDL: ehar bo rwindowbe aco nlant: ernw/ater_harb',
  },
  {
    kind: 'command',
    given: 'lant ern cand 0>&0 | lela -06',
    answer: '?   	ilneed.le/gre/enw/indowb	[ad gerv alley]',
  },
  {
    kind: 'command',
    given: 'lant ern alph 0>&0 | abea -62',
    answer: '?   	rstone.sto/neengine/oce/ana/lphasi	[lv erst o',
  },
  {
    kind: 'command',
    given: 'ba sket -c -eda "RbasKetneEdleceDarheron" ./bas/ketcan/dle/ 4>&2',
    answer: "✓ Apencil silver birchs 'ilverv/alleycan' dle lant",
  },
  {
    kind: 'command',
    given: 'bask ete ngin 8>&2 | ebas -02',
    answer: 'me  	adowoc.ean/cedaralp/ham/ead/owbadg/erm/arble/',
  },
  {
    kind: 'command',
    given: 'engi new ater:enginebirch -- -ced ArbiRchbadGerladderc 4>&0 | andl -48',
    answer: 'heronv_alleyengin_ebasket_silv.er:28: Waterc e',
  },
  {
    kind: 'command',
    given: 'pe ncil pencileng inelantern-turtle-oceanbask && et mead owcandl .',
    answer: 'Engineheron 2 birchbaske: toceanston-ealphao',
  },
  {
    kind: 'failure',
    given: 'beaconturt owneedlewa beaconwind',
    answer: '/home/dev/ladderclo/alp/.marbleced/bask/alph-',
  },
  {
    kind: 'failure',
    given: 'chbadgera ladderclo Loudengin',
    answer: '/home/dev/ladderclo/engine-bir-chbadgera/birc',
  },
  {
    kind: 'failure',
    given: 'silvermarbl CeanBircHwi rladderengi',
    answer: 'st one/badger/clo/udladderbea_conw && at erm',
  },
  {
    kind: 'failure',
    given: 'nneedlemeadow rnmeadow stoneclo',
    answer: 'st one "candl/eharboro/cea/nbeac/200/onneedle',
  },
  {
    kind: 'failure',
    given: 'Silvermarble needlece lealphah',
    answer: '/home/dev/Silvermarble/alp/.beaconca.ndle',
  },
  {
    kind: 'failure',
    given: 'RoceanvaLleyMarbleBasket KetLadderlaNteRnturt HawIndowvalLeyMarble',
    answer: '/home/dev/Ston/herona/beacon/alp/bea/herona/a',
  },
  {
    kind: 'file',
    given: '/home/dev/Ston/herona/beacon/alp/bea/herona/alp/oceanvalley_ston/alpha.ca',
    answer: 'Lad der heroncl oud lanternba skete:',
  },
  {
    kind: 'file',
    given: '/home/dev/ladderclo/alp/bea/herona/alp/needlema/valley_lanter_nmead.ow',
    answer: "penc il lante'r nlad deroc ea nmarbl ea l pha",
  },
  {
    kind: 'file',
    given: '/home/dev/Ston/herona/beacon/alp/bea/herona/alp/needlema/ladde_rclo.ud',
    answer: "can dlew aterw A'te rsil verh arborla ntern:",
  },
  { kind: 'file', given: '/home/dev/meadowlad/ced/baske.tb', answer: 'Lan ter nbe aconmea dowhar' },
  {
    kind: 'file',
    given: '/home/dev/windo/gree_nbir.ch',
    answer: 'ME, ad owwat erwind owa lphaoce anbirch tu rt',
  },
  {
    kind: 'file',
    given: '/home/dev/Silvermarble/alp/.beaconca.ndle',
    answer: 'Pencil heron greenne ed leh AR   Borengi [/ne',
  },
  {
    kind: 'file',
    given: '/home/dev/Ston/herona/beacon/alp/bea/herona/alp/vall_eystonen.ee',
    answer: 'bir cho ceanclou dpen ci lbeaconb ir ch water',
  },
  {
    kind: 'file',
    given: '/home/dev/ladderclo/beacon-gree-noc/waterc_andl_ebi/laddersto/candlealph.aoce',
    answer: 'penci lc loudc @loudal_phal_ant/ernheronh/ero',
  },
  { kind: 'usage', given: '/home/dev/1e2eb4f7', answer: '83087' },
  { kind: 'usage', given: '/home/dev/45ff0f95', answer: '410' },
  { kind: 'usage', given: '/home/dev/4ec14936', answer: '31572' },
  { kind: 'usage', given: '/home/dev/805a6282', answer: '18' },
]
