import { groupNearDuplicates } from '../group/near-duplicates.ts';
import { type ComponentTag, tagsOfComponents } from '../lexicon/component-tags.ts';
import { clausesOf, evidenceOf } from '../text/claims.ts';
import { dropInstructions, holdsRoleMarks, visibleText, withoutFormPhrases } from '../text/clean.ts';
import { statedMileage } from '../text/mileage.ts';
import { allWords, sentencesOfStems } from '../text/words.ts';
import { type Complaint, uniqueComplaints } from './complaint.ts';

/** A complaint made ready for reading. `text` is clean but still the owner's words: it never leaves the service in an answer. */
export interface PreparedComplaint {
  complaint: Complaint;
  text: string;
  /** Stems of what it says that went wrong on this car: only this is cited and named. */
  sentences: readonly (readonly string[])[];
  /** And of what else it says of this car: it shows which complaints are about one thing. */
  compared: readonly (readonly string[])[];
  /** How many clauses say that something failed, beyond what speaks against it; below nought for another story. */
  evidence: number;
  tags: readonly ComponentTag[];
  mileage: number | null;
  /** It held text addressed to software; that text is gone, and the rest has no say in what is common. */
  suspicious: boolean;
  /** Complaints in nearly the same words share a group. */
  group: number;
}

const TERSE = 40;

/** "Did not go off": what so few words are about, only the component says under which they were filed. */
function withSubject(text: string, { components: [component = ''] }: Complaint): string {
  const subject = component.toLowerCase().replace(/:.*|unknown or other/, '');
  return text.length > TERSE ? text : `${subject} ${text}`.trim();
}

const HOTLINE = /^\W*(?:TL\W*)?the (?:contact|consumer) (?:owns|owned|leases|leased|rented|stated)/i;

/** One per ODI number, in the order of the numbers, whatever order the rows came in. */
export function prepareComplaints(complaints: readonly Complaint[]): PreparedComplaint[] {
  const prepared = uniqueComplaints(complaints).map((complaint) => {
    const visible = visibleText(complaint.summary);
    const { text, suspicious } = dropInstructions(visible);
    const plain = withoutFormPhrases(text);
    const read = clausesOf(withSubject(plain, complaint));
    const clauses = read.map(({ text, reported }) => ({ reported, sentences: sentencesOfStems(text) }));
    const compared = clauses.flatMap(({ sentences }) => sentences);
    const hotline = HOTLINE.test(text);
    return {
      complaint,
      text: plain,
      sentences: clauses.flatMap(({ reported, sentences }) => (reported ? sentences : [])),
      compared,
      evidence: evidenceOf(plain, read),
      hotline,
      // The form's own sentences distinguish two hotline complaints: mileage, dealer, what was repaired.
      allWords: hotline ? [allWords(text)] : compared,
      tags: tagsOfComponents(complaint.components),
      mileage: statedMileage(text),
      suspicious: suspicious || holdsRoleMarks(complaint.summary),
    };
  });
  const groups = groupNearDuplicates(
    prepared.map(({ complaint, allWords, hotline }) => ({
      odiNumber: complaint.odiNumber,
      words: allWords,
      vinPrefix: complaint.vinPrefix,
      hotline,
    })),
  );
  return prepared.map(({ hotline: _hotline, allWords: _allWords, ...one }, index) => ({
    ...one,
    group: groups[index] ?? one.complaint.odiNumber,
  }));
}

/** The newest of each group speaks for it. */
export function representatives(prepared: readonly PreparedComplaint[]): PreparedComplaint[] {
  const newest = new Map<number, PreparedComplaint>();
  for (const one of prepared) {
    const known = newest.get(one.group);
    if (known === undefined || isNewer(one.complaint, known.complaint)) newest.set(one.group, one);
  }
  return [...newest.values()].sort((a, b) => a.complaint.odiNumber - b.complaint.odiNumber);
}

function isNewer(a: Complaint, b: Complaint): boolean {
  const [filedA, filedB] = [a.filedOn ?? '', b.filedOn ?? ''];
  return filedA === filedB ? a.odiNumber > b.odiNumber : filedA > filedB;
}
