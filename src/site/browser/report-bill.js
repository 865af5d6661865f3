// Computes the bill of a report's car by the modules of the service; loaded when somebody asks for it.

import { carOfVehicle } from '../../costs/car.ts';
import { computeCosts } from '../../costs/costs-service.ts';
import { wholeBillPart } from '../../view/bill.ts';
import { readSale } from './costs-in-page.js';

/**
 * Gives the bill, or says what is wrong with the sale.
 * @param {HTMLFormElement} form
 * @param {import('./costs-in-page.js').Figures} figures
 * @param {Parameters<typeof carOfVehicle>[0]} vehicle
 */
export function billOf(form, figures, vehicle) {
  const sale = readSale(form, figures);
  if (typeof sale === 'string') return sale;
  const bill = computeCosts(sale.figures, { ...sale.query, car: carOfVehicle(vehicle) });
  return { bill, page: `<main>${wholeBillPart(bill).text}</main>` };
}
