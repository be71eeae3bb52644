/** Participles that mostly describe a state, not an action: "we are excited", "the shop is closed". */
const states = new Set(
  'accomplished accustomed addicted advanced affiliated afraid alarmed allergic amazed amused animated annoyed appalled ashamed assorted astonished astounded attached attracted balanced based bearded beloved biased bored born bothered bound broken called celebrated certified charmed clogged closed cluttered committed complicated composed comprised concentrated concerned confined conflicted confused congested connected contented convinced coordinated cracked cramped crooked crowded cultured cursed curved damaged dated dedicated delighted depressed deserted detached detailed determined devastated devoted disabled disappointed discouraged disgusted dissatisfied distinguished distracted distressed disturbed divided divorced done drawn dressed drunk educated elated embarrassed employed enclosed engaged enraged entitled equipped established exaggerated excited exhausted experienced exposed faded fascinated fatigued finished fixed flattered flawed focused freckled frightened frustrated furnished gated gifted gone grounded guided haunted heartbroken hidden hooded horrified impressed included inclined indebted inexperienced informed inspired intended interested intoxicated intrigued invited involved irritated isolated jaded jagged jammed layered learned licensed limited lined lit loaded located lost married matched meant mistaken mixed motivated muddled named nuanced obliged obsessed occupied offended opposed outdated outraged overcrowded overdone overgrown overjoyed overpriced overrated overwhelmed overworked padded patterned pleased poised positioned possessed preoccupied prepared privileged prolonged pronounced puzzled qualified ragged reassured refined refreshed related relaxed relieved renowned reserved resigned respected restricted retired rounded rushed saddened salted satisfied scared scattered scented seasoned seated secluded settled shaken sheltered shocked shut situated skilled sophisticated spoiled spotted stained startled stocked stressed striped stuck stuffed stunned suited supposed surprised swollen talented tapered tattooed tempted terrified textured thrilled tired torn touched trained trapped troubled trusted twisted united upset varied vested warped weathered winged worn worried wounded wrinkled'.split(
    ' ',
  ),
);

/** Verbs with "un" whose participles describe an action, not a state. */
const done =
  /^un(?:covered|dermined|derlined|derstood|dertaken|done|folded|loaded|locked|packed|plugged|veiled|wrapped|zipped)$/;

/** Whether a participle mostly describes a state. */
export const isState = (word: string): boolean =>
  states.has(word) || (/^un.+(?:ed|en)$/.test(word) && !done.test(word));
