import { z } from 'zod';
import { type Complaint, complaintFromNhtsa } from '../../src/issues/read/complaint.ts';

/** A row of NHTSA's flat complaint file: one for each component of a complaint; every field is text. */
const rowSchema = z.object({
  ODINO: z.string(),
  MAKETXT: z.string(),
  MODELTXT: z.string(),
  YEARTXT: z.string(),
  CRASH: z.string(),
  FIRE: z.string(),
  INJURED: z.string(),
  DEATHS: z.string(),
  FAILDATE: z.string(),
  LDATE: z.string(),
  COMPDESC: z.string(),
  CDESCR: z.string(),
});

export interface ModelYears {
  make: string;
  model: string;
  firstYear: number;
  lastYear: number;
}

/** The complaints of one model's years from the flat file, in which all models stand together; or all of them. */
export function parseFlatComplaints(text: string, wanted?: ModelYears): Complaint[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => rowSchema.parse(JSON.parse(line)))
    .filter(
      (row) =>
        wanted === undefined ||
        (row.MAKETXT === wanted.make &&
          row.MODELTXT === wanted.model &&
          Number(row.YEARTXT) >= wanted.firstYear &&
          Number(row.YEARTXT) <= wanted.lastYear),
    )
    .map((row) =>
      complaintFromNhtsa({
        odiNumber: row.ODINO,
        crash: row.CRASH === 'Y',
        fire: row.FIRE === 'Y',
        numberOfInjuries: Number(row.INJURED),
        numberOfDeaths: Number(row.DEATHS),
        dateOfIncident: dashed(row.FAILDATE),
        dateComplaintFiled: dashed(row.LDATE),
        // The flat file names the part as well (`ENGINE AND ENGINE COOLING:ENGINE`); complaints by vehicle do not.
        components: row.COMPDESC.split(':')[0],
        summary: unmangled(row.CDESCR),
      }),
    )
    .filter((complaint) => complaint !== undefined);
}

function dashed(digits: string): string {
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`;
}

/** In the flat file the bytes of typographic quotes stand as letters: `wasnâ€™t`. */
function unmangled(text: string): string {
  return text.replace(/\u00e2(?:\u0080[\u0098\u0099]|\u20ac[\u02dc\u2122])/g, "'");
}
