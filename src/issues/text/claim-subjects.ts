import { BIT, is, isOne, isText, type Word, wordSet } from './claim-words.ts';

/** Whose failure a clause tells: that of this car, what a person did, or that of something else. */

const PERSONS = wordSet(
  'i we he she they you someone somebody anybody thief thieves burglar burglars robber kid kids child children boy boys girl teenager teenagers teens vandal vandals criminals son daughter wife husband nephew niece mother father brother sister friend neighbor neighbour guy man woman men people police',
);
/** Behind a person these tell what happened to them, and not what they did. */
const UNDERGOING = wordSet(
  'had have has having lose lost losing get gets got getting keep keeps kept need needed needs was were am been is are be experience experienced experiencing began begin started starting start almost nearly barely hardly only discovered find found finding noticed notice realized said says told stated states diagnosed heard like',
);
const DETERMINERS = wordSet('the my our his her their its a an this that these those some another');
const THIS_CAR = wordSet('it this which mine everything');
const NOUNS = wordSet(
  'noise noises sound smell odor smoke vibration crack fracture rattle knock clunk click jolt shudder delay hesitation',
);
/** "Fire department". */
const BRIGADE = wordSet('department dept fighter fighters marshal station extinguisher');
const OF_CAR = BIT.cars | BIT.lights | BIT.problems | BIT.lacking | BIT.makes;

/** The failure that a word tells is this car's, as far as its clause shows: its subject is the car, a part or what was noticed. */
export function isOfThisCar(words: readonly Word[], at: number): boolean {
  if (isText(words[at - 1], 'own') || isOne(words[at + 1], BRIGADE)) return false;
  const isNoun = is(words[at], BIT.problems) || isOne(words[at], NOUNS);
  if (isNoun) {
    const person = words.findIndex((word, place) => place < at && isOne(word, PERSONS));
    if (person !== -1) return undergoes(words, person, at);
  }
  for (let before = at - 1; before >= 0; before -= 1) {
    const word = words[before];
    if (isOne(word, PERSONS)) return undergoes(words, before, at);
    if (isOne(word, DETERMINERS)) {
      if (before === at - 1 || (isNoun && at - before <= 3)) continue;
      return namesCar(words, before + 1, at);
    }
    if (isOne(word, THIS_CAR)) return true;
  }
  return true;
}

function undergoes(words: readonly Word[], from: number, at: number): boolean {
  for (let place = from + 1; place <= at; place += 1) {
    const word = words[place];
    if (isOne(word, UNDERGOING) || is(word, BIT.sensed | BIT.not)) return true;
  }
  return false;
}

function namesCar(words: readonly Word[], from: number, at: number): boolean {
  if (is(words[from], BIT.notThis) && !is(words[from + 1], BIT.cars)) return false;
  return words.slice(from, at).some((word) => word.isPart || is(word, OF_CAR));
}
